import { useLingui } from "@lingui/react/macro";
import { useTierChoice } from "@/components/shop/tierLabel";
import { today } from "@/lib/dates";
import { countyOptions } from "@/lib/shop/county";
import { TIERS } from "@/lib/shop/filter";
import { GENDERS } from "@/lib/shop/labels";
import { DateField } from "../form/DateField";
import { SelectField } from "../form/SelectField";
import { MaskedField } from "../form/TextField";
import type { QuoteForm } from "./useQuoteForm";

interface PartProps {
  form: QuoteForm;
  /** Keeps ids apart when two forms stand on one page. */
  prefix: string;
  className?: string | undefined;
}

export function ZipField({
  form,
  prefix,
  className,
  ...more
}: PartProps & { big?: boolean; label?: string }) {
  const { t } = useLingui();
  return (
    <MaskedField
      kind="zip"
      label={more.label ?? t`Zip Code`}
      id={`${prefix}-zip`}
      name="zip"
      className={className}
      big={more.big ?? false}
      value={form.values.zip}
      maxLength={5}
      autoComplete="postal-code"
      placeholder={t`5 digits`}
      error={form.errors.zip}
      onChange={(event) => form.set("zip", event.target.value)}
    />
  );
}

export function GenderField({ form, prefix, className }: PartProps) {
  const { t, i18n } = useLingui();
  return (
    <SelectField
      label={t`Gender`}
      id={`${prefix}-gender`}
      name="gender"
      className={className}
      value={form.values.gender}
      placeholder={t`Select`}
      options={GENDERS.map(({ value, label }) => ({ value, label: i18n._(label) }))}
      error={form.errors.gender}
      onChange={(event) => form.set("gender", event.target.value)}
    />
  );
}

export function TierField({ form, prefix, className }: PartProps) {
  const { t } = useLingui();
  const tierLabel = useTierChoice();
  return (
    <SelectField
      label={t`Choose Tier`}
      id={`${prefix}-tier`}
      name="tier"
      className={className}
      value={form.values.tier}
      placeholder={t`Who needs covered?`}
      options={TIERS.map((tier) => ({ value: tier, label: tierLabel(tier) }))}
      error={form.errors.tier}
      onChange={(event) => form.set("tier", event.target.value)}
    />
  );
}

const THIRTY_YEARS = 30;

export function DobField({
  form,
  prefix,
  className,
  ...more
}: PartProps & { big?: boolean; label?: string; ok?: string }) {
  const { t } = useLingui();
  const now = today();
  return (
    <DateField
      label={more.label ?? t`DOB`}
      id={`${prefix}-dob`}
      name="dob"
      className={className}
      big={more.big ?? false}
      ok={more.ok}
      value={form.values.dob}
      autoComplete="bday"
      to={now}
      startAt={{ ...now, year: now.year - THIRTY_YEARS, day: 1 }}
      error={form.errors.dob}
      onChange={(event) => form.set("dob", event.target.value)}
    />
  );
}

/** Only where the zip code lies in more than one county. */
export function CountyField({ form, prefix, className }: PartProps) {
  const { t } = useLingui();
  if (form.counties.length === 0) return null;
  return (
    <SelectField
      label={t`County`}
      hint={t`This zip code is in more than one county.`}
      id={`${prefix}-county`}
      name="county"
      className={className}
      value={form.values.county ?? ""}
      placeholder={t`Select`}
      options={countyOptions(form.counties)}
      error={form.errors.county}
      onChange={(event) => form.set("county", event.target.value)}
    />
  );
}

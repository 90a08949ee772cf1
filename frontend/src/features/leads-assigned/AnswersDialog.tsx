import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { LeadItem } from "@/client";
import { DateField } from "@/components/form/DateField";
import { SelectField } from "@/components/form/SelectField";
import { TextField } from "@/components/form/TextField";
import ActionDialog from "@/components/work/ActionDialog";
import { type LeadAnswers, useStartLeadQuote } from "@/components/work/leads";
import { useTierOptions } from "@/components/work/tiers";
import { today } from "@/lib/dates";
import { type County, countiesOf, countyOptions } from "@/lib/shop/county";
import { checkQuote } from "@/lib/shop/filter";
import { GENDERS, quoteMessage } from "@/lib/shop/labels";
import s from "./Lead.module.css";

type Answer = LeadItem["missing"][number];

/** Asks exactly the answers that a lead's quote still needs. */
export default function AnswersDialog({ lead, onClose }: { lead: LeadItem; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const start = useStartLeadQuote();
  const tiers = useTierOptions();
  const [values, setValues] = useState<LeadAnswers>({});
  const [counties, setCounties] = useState<County[]>([]);
  const { missing, title } = lead;
  const field = (name: Answer, errors: Record<string, string>, clear: (name: string) => void) => ({
    name,
    id: `lead-${name}`,
    value: values[name] ?? "",
    error: errors[name],
    onChange: (event: { target: { value: string } }) => {
      const { value } = event.target;
      setValues((old) => ({ ...old, [name]: value }));
      clear(name);
    },
  });
  const check = () => {
    const known = { zip: "10001", dob: "01/01/1980", gender: "0", tier: "IO" };
    const asked = Object.fromEntries(missing.map((name) => [name, values[name] ?? ""]));
    const wrong = Object.entries(checkQuote({ ...known, ...asked })).map(([name, kind]) => [
      name,
      i18n._(quoteMessage(kind)),
    ]);
    return wrong.length > 0 ? Object.fromEntries(wrong) : null;
  };
  const submit = async () => {
    try {
      await start(lead.lead_id, values);
    } catch (error) {
      setCounties(countiesOf(error));
      throw error;
    }
  };
  const now = today();
  return (
    <ActionDialog
      title={<Trans>Start quote for {title}</Trans>}
      why={missing.length > 0 && <Trans>To price plans, we still need:</Trans>}
      action={<Trans>See plans</Trans>}
      busyText={t`Starting`}
      check={check}
      onSubmit={submit}
      onClose={onClose}
    >
      {(errors, clear) => (
        <div className={s.answers}>
          {missing.includes("zip") && (
            <TextField
              {...field("zip", errors, clear)}
              label={t`Zip Code`}
              inputMode="numeric"
              maxLength={5}
            />
          )}
          {missing.includes("dob") && (
            <DateField
              {...field("dob", errors, clear)}
              label={t`Date of birth`}
              to={now}
              startAt={{ ...now, year: now.year - 30, day: 1 }}
            />
          )}
          {missing.includes("gender") && (
            <SelectField
              {...field("gender", errors, clear)}
              label={t`Gender`}
              placeholder={t`Select`}
              options={GENDERS.map(({ value, label }) => ({ value, label: i18n._(label) }))}
            />
          )}
          {missing.includes("tier") && (
            <SelectField
              {...field("tier", errors, clear)}
              label={t`Who is covered`}
              placeholder={t`Select`}
              options={tiers}
            />
          )}
          {counties.length > 0 && (
            <SelectField
              label={t`County`}
              name="lead-county"
              placeholder={t`Select`}
              value={values.county ?? ""}
              options={countyOptions(counties)}
              onChange={(event) => setValues((old) => ({ ...old, county: event.target.value }))}
            />
          )}
        </div>
      )}
    </ActionDialog>
  );
}

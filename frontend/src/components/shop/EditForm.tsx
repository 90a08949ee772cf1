import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useId } from "react";
import { cx } from "@/lib/cx";
import { needsChildren, needsSpouse, type QuoteValues } from "@/lib/shop/filter";
import type { FilterInfo } from "@/lib/shop/types";
import { Banner } from "../ui/Banner";
import { Button, LinkButton } from "../ui/Button";
import s from "./EditSearch.module.css";
import type { EditFocus } from "./fixes";
import { CountyField, DobField, GenderField, TierField, ZipField } from "./QuoteFields";
import { useQuoteForm } from "./useQuoteForm";

const toValues = (filter: FilterInfo): QuoteValues => ({
  zip: filter.zip,
  dob: filter.dob,
  gender: String(filter.gender),
  tier: filter.tier,
});

export default function EditForm({
  filter,
  focus,
  dependents,
  onDependents,
  onSaved,
}: {
  filter: FilterInfo | null;
  focus: EditFocus | null;
  dependents: string;
  onDependents: () => void;
  onSaved: (values: QuoteValues) => void;
}) {
  const { t } = useLingui();
  const form = useQuoteForm(filter ? toValues(filter) : null, { onSaved });
  const label = useId();
  useEffect(() => {
    if (focus) form.root.current?.querySelector<HTMLElement>(`#edit-${focus}`)?.focus();
  }, [focus, form.root]);
  const people =
    filter && (needsSpouse(filter.tier) || needsChildren(filter.tier)) && form.values.tier === filter.tier;
  return (
    <form
      ref={form.root}
      id="edit-search"
      className={cx(s.editSearchForm, !filter && s.fresh, !people && s.noPeople)}
      noValidate
      onSubmit={(event) => void form.submit(event)}
    >
      <ZipField form={form} prefix="edit" />
      <GenderField form={form} prefix="edit" />
      <TierField form={form} prefix="edit" />
      <DobField form={form} prefix="edit" />
      {people && (
        <div className={s.people}>
          <span className={s.peopleLabel} id={label}>
            <Trans>Dependent info</Trans>
          </span>
          <LinkButton icon="edit" aria-describedby={label} onClick={onDependents}>
            {dependents || t`Add`}
          </LinkButton>
        </div>
      )}
      <Button type="submit" tone="primary" className={s.submit} busy={form.busy} busyText={t`Updating`}>
        {filter ? <Trans>Update prices</Trans> : <Trans>See your price</Trans>}
      </Button>
      <CountyField form={form} prefix="edit" className={s.wide} />
      {form.problem && (
        <Banner tone="bad" live="alert" className={s.wide}>
          {form.problem}
        </Banner>
      )}
    </form>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useId } from "react";
import { cx } from "@/lib/cx";
import { needsChildren, needsSpouse, type QuoteValues, quoteValues } from "@/lib/shop/filter";
import type { FilterInfo } from "@/lib/shop/types";
import { Banner } from "../ui/Banner";
import { Button, LinkButton } from "../ui/Button";
import s from "./EditForm.module.css";
import type { EditFocus } from "./fixes";
import { CountyField, DobField, GenderField, TierField, ZipField } from "./QuoteFields";
import { SmokerField } from "./SmokerField";
import { useQuoteForm } from "./useQuoteForm";

export default function EditForm({
  filter,
  focus,
  dependents,
  onDependents,
  onStartOver,
  onSaved,
}: {
  filter: FilterInfo | null;
  focus: EditFocus | null;
  dependents: string;
  onDependents: () => void;
  onStartOver: (() => void) | undefined;
  onSaved: (values: QuoteValues) => void;
}) {
  const { t } = useLingui();
  const form = useQuoteForm(filter ? quoteValues(filter) : null, { onSaved });
  const label = useId();
  useEffect(() => {
    if (focus) form.root.current?.querySelector<HTMLElement>(`#edit-${focus}`)?.focus();
  }, [focus, form.root]);
  const people =
    filter && (needsSpouse(filter.tier) || needsChildren(filter.tier)) && form.values.tier === filter.tier;
  const fields = 4 + (people ? 1 : 0) + (form.values.is_smoker === undefined ? 0 : 1);
  return (
    <form
      ref={form.root}
      id="edit-search"
      className={cx(s.form, !filter && s.fresh, s[`fields${fields}`])}
      noValidate
      onSubmit={(event) => void form.submit(event)}
    >
      <ZipField form={form} prefix="edit" />
      <GenderField form={form} prefix="edit" />
      <TierField form={form} prefix="edit" />
      <DobField form={form} prefix="edit" />
      <SmokerField form={form} prefix="edit" />
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
      {filter && onStartOver && (
        <LinkButton className={s.over} onClick={onStartOver}>
          <Trans>Start over</Trans>
        </LinkButton>
      )}
      {form.problem && (
        <Banner tone="bad" live="alert" className={s.wide}>
          {form.problem}
        </Banner>
      )}
    </form>
  );
}

import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useId, useRef, useState } from "react";
import { announce } from "@/lib/announce";
import { cx } from "@/lib/cx";
import {
  dependentsMissing,
  needsChildren,
  needsSpouse,
  type QuoteValues,
  useDependentInfo,
  useFilterInfo,
} from "@/lib/shop/filter";
import { genderLabel, TIER_LABELS } from "@/lib/shop/labels";
import type { DependentInfo, FilterInfo } from "@/lib/shop/types";
import { Banner } from "../ui/Banner";
import { Button, LinkButton } from "../ui/Button";
import { Facts } from "../ui/Facts";
import { DependentDialog } from "./DependentDialog";
import s from "./EditSearch.module.css";
import { CountyField, DobField, GenderField, TierField, ZipField } from "./QuoteFields";
import { useCounties } from "./useCounties";
import { useQuoteForm } from "./useQuoteForm";

export type EditFocus = "zip" | "gender" | "tier" | "dob";

const toValues = (filter: FilterInfo): QuoteValues => ({
  zip: filter.zip,
  dob: filter.dob,
  gender: String(filter.gender),
  tier: filter.tier,
  county: filter.county ?? undefined,
});

function useDependentsText(tier: string, info: DependentInfo | null | undefined) {
  const { t } = useLingui();
  const count = info?.no_of_children ?? 0;
  const children = t`${plural(count, { one: "# child", other: "# children" })}`;
  const parts = [
    needsSpouse(tier) && info?.spouse_dob && t`Spouse`,
    needsChildren(tier) && count > 0 && children,
  ];
  return parts.filter(Boolean).join(", ");
}

function Summary({ filter, dependents }: { filter: FilterInfo; dependents: string }) {
  const { i18n } = useLingui();
  const { zip, state, dob, is_smoker } = filter;
  const gender = genderLabel(String(filter.gender));
  return (
    <Facts>
      <span>
        <strong>
          <Trans>Zip {zip}</Trans>
        </strong>
        {state && `, ${state}`}
      </span>
      {gender && i18n._(gender)}
      {TIER_LABELS[filter.tier] && i18n._(TIER_LABELS[filter.tier])}
      <Trans>Born {dob}</Trans>
      {dependents}
      {is_smoker !== null &&
        is_smoker !== undefined &&
        (Number(is_smoker) ? <Trans>Uses tobacco</Trans> : <Trans>No tobacco</Trans>)}
    </Facts>
  );
}

function EditForm({
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
  const counties = useCounties(form);
  const root = useRef<HTMLFormElement>(null);
  const label = useId();
  useEffect(() => {
    if (focus) root.current?.querySelector<HTMLElement>(`#edit-${focus}`)?.focus();
  }, [focus]);
  useEffect(() => {
    if (form.attempt > 0) root.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [form.attempt]);
  const people =
    filter && (needsSpouse(filter.tier) || needsChildren(filter.tier)) && form.values.tier === filter.tier;
  return (
    <form
      ref={root}
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
      {counties.length > 1 && (
        <CountyField form={form} prefix="edit" counties={counties} className={s.wide} />
      )}
      {form.problem && (
        <Banner tone="bad" live="alert" className={s.wide}>
          {form.problem}
        </Banner>
      )}
    </form>
  );
}

interface EditSearchProps {
  /** Opens the form on a field; the counter makes a second request for the same field work. */
  request?: { focus: EditFocus; count: number } | null;
}

/** The shopper's answers with an editor. Without a quote it asks for them. */
export function EditSearch({ request }: EditSearchProps) {
  const { t } = useLingui();
  const filter = useFilterInfo();
  const info = useDependentInfo(filter.data?.tier);
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  const asked = useRef(false);
  const known = filter.data ?? null;
  const dependents = useDependentsText(known?.tier ?? "", info.data);

  useEffect(() => {
    if (request) setOpen(true);
  }, [request]);

  // The tier names people the quote knows nothing about: ask once, right away.
  const missing = dependentsMissing(known?.tier, info.data);
  useEffect(() => {
    if (missing && !asked.current) {
      asked.current = true;
      setAsking(true);
    }
  }, [missing]);

  if (filter.isLoading) return <div className={cx(s.editSearch, s.space)} />;
  const showForm = open || !known;
  return (
    <section className={s.editSearch} aria-label={t`Your search`}>
      {known ? (
        <div className={s.editSearchSum}>
          <Summary filter={known} dependents={dependents} />
          <Button
            size="sm"
            icon="edit"
            aria-expanded={open}
            aria-controls="edit-search"
            onClick={() => setOpen(!open)}
          >
            <Trans>Edit</Trans>
          </Button>
        </div>
      ) : (
        <div className={s.editSearchSum}>
          <p>
            <strong>
              <Trans>See your price</Trans>
            </strong>{" "}
            <Trans>Four answers. No account, no phone call.</Trans>
          </p>
        </div>
      )}
      {showForm && (
        <EditForm
          key={known ? `${known.zip}${known.tier}${known.dob}${known.gender}` : "new"}
          filter={known}
          focus={request?.focus ?? null}
          dependents={dependents}
          onDependents={() => setAsking(true)}
          onSaved={(values) => {
            setOpen(false);
            asked.current = false;
            announce(t`Prices updated for zip code ${values.zip}.`);
          }}
        />
      )}
      {asking && known && (
        <DependentDialog tier={known.tier} known={info.data ?? null} onClose={() => setAsking(false)} />
      )}
    </section>
  );
}

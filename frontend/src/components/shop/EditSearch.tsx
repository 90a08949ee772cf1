import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useTierLabel } from "@/components/shop/tierLabel";
import { useActor } from "@/lib/actor";
import { announce } from "@/lib/announce";
import { cx } from "@/lib/cx";
import { withTexts } from "@/lib/i18n";
import {
  dependentsMissing,
  needsChildren,
  needsSpouse,
  quoteValues,
  useDependentInfo,
  useFilterInfo,
  useQuoteId,
} from "@/lib/shop/filter";
import { genderLabel } from "@/lib/shop/labels";
import type { DependentInfo, FilterInfo } from "@/lib/shop/types";
import { getItem, setItem, useStored } from "@/lib/storage";
import { Button } from "../ui/Button";
import { Facts } from "../ui/Facts";
import s from "./EditSearch.module.css";
import type { EditRequest } from "./fixes";

const PortalFact = lazy(withTexts("quoted", () => import("./PortalFact")));
const EditForm = lazy(() => import("./EditForm"));
const DependentDialog = lazy(withTexts("dialogs", () => import("./DependentDialog")));
const ExpiredQuote = lazy(withTexts("dialogs", () => import("./ExpiredQuote")));
const StartOverDialog = lazy(withTexts("dialogs", () => import("./StartOverDialog")));

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
  const tierLabel = useTierLabel();
  return (
    <Facts>
      <span>
        <strong>
          <Trans>Zip {zip}</Trans>
        </strong>
        {state && `, ${state}`}
      </span>
      {gender && i18n._(gender)}
      {tierLabel(filter.tier)}
      <Trans>Born {dob}</Trans>
      {dependents}
      {is_smoker !== null &&
        is_smoker !== undefined &&
        (Number(is_smoker) ? <Trans>Uses tobacco</Trans> : <Trans>No tobacco</Trans>)}
      <Suspense fallback={null}>
        <PortalFact />
      </Suspense>
    </Facts>
  );
}

interface EditSearchProps {
  request?: EditRequest | null;
}

/** The shopper's answers with an editor. Without a quote it asks for them. */
export function EditSearch({ request }: EditSearchProps) {
  const { t } = useLingui();
  const id = useQuoteId();
  const filter = useFilterInfo();
  const info = useDependentInfo(filter.data?.tier);
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  const [saved, setSaved] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [fresh, setFresh] = useState(false);
  const visitor = useActor().role === "visitor";
  const expired = Boolean(useStored("expiredQuote"));
  const button = useRef<HTMLButtonElement>(null);
  const known = filter.data ?? null;
  const dependents = useDependentsText(known?.tier ?? "", info.data);

  useEffect(() => {
    if (request) setOpen(true);
  }, [request]);

  // The form goes once it is saved: the focus moves to what opens it again.
  const closed = Boolean(known) && !open;
  useEffect(() => {
    if (!saved || !closed) return;
    setSaved(false);
    button.current?.focus({ preventScroll: true });
  }, [saved, closed]);

  // The tier names people the quote knows nothing about: ask right away, once for each tier.
  const missing = dependentsMissing(known?.tier, info.data);
  const question = `${id} ${known?.tier}`;
  useEffect(() => {
    if (!missing || getItem("dependentsAsked") === question) return;
    setItem("dependentsAsked", question);
    setAsking(true);
  }, [missing, question]);

  if (filter.isLoading) return <div className={cx(s.editSearch, s.space)} />;
  const showForm = open || !known;
  return (
    <section className={s.editSearch} aria-label={t`Your search`}>
      {expired && !known && (
        <Suspense fallback={null}>
          <ExpiredQuote />
        </Suspense>
      )}
      {known ? (
        <div className={s.editSearchSum}>
          <Summary filter={known} dependents={dependents} />
          <Button
            ref={button}
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
            <Trans>Four questions. No account, no phone call.</Trans>
          </p>
        </div>
      )}
      {open && known && (
        <p className={cx("only-m small", s.portal)}>
          <Suspense fallback={null}>
            <PortalFact />
          </Suspense>
        </p>
      )}
      {showForm && (
        <Suspense fallback={<div className={s.formSpace} />}>
          <EditForm
            key={known ? Object.values(quoteValues(known)).join() : "new"}
            filter={known}
            focus={fresh ? "zip" : (request?.focus ?? null)}
            dependents={dependents}
            onDependents={() => setAsking(true)}
            onStartOver={visitor ? () => setLeaving(true) : undefined}
            onSaved={(values) => {
              setOpen(false);
              setFresh(false);
              setSaved(true);
              announce(t`Prices updated for zip code ${values.zip}.`);
            }}
          />
        </Suspense>
      )}
      {leaving && (
        <Suspense fallback={null}>
          <StartOverDialog
            onClose={() => setLeaving(false)}
            onDone={() => {
              setLeaving(false);
              setFresh(true);
              announce(t`Your answers were cleared.`);
            }}
          />
        </Suspense>
      )}
      {asking && known && (
        <Suspense fallback={null}>
          <DependentDialog tier={known.tier} known={info.data ?? null} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </section>
  );
}

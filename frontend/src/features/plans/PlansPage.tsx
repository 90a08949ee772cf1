import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useState } from "react";
import { EditSearch } from "@/components/shop/EditSearch";
import { type EditFocus, type EditRequest, nextEdit } from "@/components/shop/fixes";
import { QuoteContext } from "@/components/shop/QuoteContext";
import { useCartActions } from "@/components/shop/useCartActions";
import { usePriceFixes } from "@/components/shop/usePriceFixes";
import { Breadcrumb, useTrail } from "@/components/ui/Breadcrumb";
import { LinkButton } from "@/components/ui/Button";
import { CardSkeleton, FailedRead, Loading } from "@/components/ui/State";
import { toast } from "@/components/ui/Toast";
import { announce } from "@/lib/announce";
import { categoryLabel } from "@/lib/categories";
import { cx } from "@/lib/cx";
import { withTexts } from "@/lib/i18n";
import { PageHeading } from "@/lib/page";
import { Link } from "@/lib/router";
import { useClientName, useWorks } from "@/lib/shop/client";
import { useCompared } from "@/lib/shop/compare";
import { useMenu } from "@/lib/shop/context";
import { useFilterInfo, useQuoteId } from "@/lib/shop/filter";
import { useCategoryFilter, usePlans, usePlanYears } from "@/lib/shop/plans";
import type { PlanItem } from "@/lib/shop/types";
import { setItem } from "@/lib/storage";
import { CategoryFilter } from "./CategoryFilter";
import { useNarrowed } from "./chosen";
import { PlanSections } from "./PlanSections";
import s from "./Plans.module.css";
import { bySection, foldedIn, sortPlans, splitAwaiting } from "./sort";
import { Toolbar } from "./Toolbar";
import { useListing } from "./useListing";

// Arrives while the plans are asked for.
const HeadPicture = lazy(() => import("@/components/art/HeadPicture"));
const CompareTray = lazy(withTexts("quoted", () => import("@/components/shop/compare/CompareTray")));
const Answers = lazy(withTexts("choosing", () => import("./choose/Answers")));
const Facets = lazy(withTexts("choosing", () => import("./choose/Facets")));
const Chosen = lazy(withTexts("choosing", () => import("./choose/Chosen")));
const NoPlans = lazy(withTexts("choosing", () => import("./choose/NoPlans")));
const YearNote = lazy(withTexts("choosing", () => import("./choose/YearNote")));
const SavePlans = lazy(withTexts("quoted", () => import("@/components/shop/SavePlans")));

function useHeading(picked: string[], tier: string | undefined): string {
  const { t, i18n } = useLingui();
  const person = useClientName();
  const [only] = picked;
  if (picked.length === 1 && only) return i18n._(categoryLabel(only));
  if (person && tier) return t`Plans for ${person}`;
  if (tier === "IO") return t`Plans for you`;
  if (tier === "IS") return t`Plans for you and your spouse`;
  if (tier === "IC") return t`Plans for you and your children`;
  return tier === "IF" ? t`Plans for your family` : t`Plans`;
}

interface LeadProps {
  all: number | undefined;
  priced: number | undefined;
  quoted: boolean;
  note: string;
}

/** Counts come with the plans; what is said before a quote stands there first. */
function Lead({ all, priced, quoted, note }: LeadProps) {
  const { t } = useLingui();
  const works = useWorks();
  if (!quoted) {
    return (
      <p className={s.lead}>
        {all !== undefined && <>{t`${plural(all, { one: "# plan", other: "# plans" })}`}. </>}
        {works ? (
          <Trans>Four answers about the member bring prices to the cent.</Trans>
        ) : (
          <Trans>Answer four questions to see your price to the cent.</Trans>
        )}
      </p>
    );
  }
  if (priced === undefined) return <p className={s.lead} />;
  return (
    <p className={s.lead}>
      {works
        ? t`${plural(priced, { one: "# plan has a price.", other: "# plans have a price." })}`
        : t`${plural(priced, { one: "# plan is priced for you.", other: "# plans are priced for you." })}`}{" "}
      {works ? (
        <Trans>Prices are monthly, for everyone who is to be covered.</Trans>
      ) : (
        <Trans>Prices are monthly, for everyone you want covered.</Trans>
      )}{" "}
      {note}
    </p>
  );
}

const NONE: PlanItem[] = [];
const NO_PLANS: number[] = [];

const EDITS: EditFocus[] = ["zip", "gender", "tier", "dob"];

/** The field of the quote that a link asks to change. */
function askedEdit(): EditRequest | null {
  const requestedEdit = new URLSearchParams(window.location.search).get("edit");
  const focus = EDITS.find((field) => field === requestedEdit);
  return focus ? nextEdit(focus)(null) : null;
}

export default function PlansPage() {
  const { t } = useLingui();
  const trail = useTrail();
  const listing = useListing();
  const { picked, chosen, search, sort } = listing;
  const menu = useMenu();
  const filter = useFilterInfo();
  const counts = useCategoryFilter();
  const plans = usePlans(picked);
  const [edit, setEdit] = useState(askedEdit);
  const [cleared, setCleared] = useState(false);
  const compared = useCompared();
  const quoted = Boolean(filter.data);
  const running = Boolean(useQuoteId());
  const works = useWorks();
  const heading = useHeading(picked, filter.data?.tier);
  const fixes = usePriceFixes((focus) => setEdit(nextEdit(focus)));
  const { addToCart, busyPlan, refusal, cartDialogs } = useCartActions((plan, notice) => {
    const name = plan.plan_name;
    toast(notice || t`${name} is in your cart`);
  });

  const list = plans.data?.items;
  const membershipNote = plans.data?.membershipNote ?? "";
  // A long list is drawn in slices: the page answers meanwhile.
  const deferredPlans = useDeferredValue(plans.data?.items);
  const { narrowed, left: matching, active } = useNarrowed(deferredPlans, chosen, search);
  const fitting = matching ?? NONE;
  const yearsQuery = usePlanYears(sort === "year" ? listing.care : null, picked);
  const years = sort === "year" ? (yearsQuery.data ?? null) : null;
  const byPlan = useMemo(() => new Map(years?.result.map((year) => [year.plan_id, year])), [years]);
  const ordered = useMemo(() => sortPlans(fitting, sort, byPlan), [fitting, sort, byPlan]);
  const [held, setHeld] = useState<number[]>(NO_PLANS);
  const { rest, awaiting } = useMemo(() => splitAwaiting(ordered, held), [ordered, held]);
  const folded = foldedIn(bySection(rest, menu), listing.opened);
  const fitted = ordered.length;
  const settled = plans.isSuccess && !plans.isPlaceholderData;
  const count = list?.length;
  const priced = list?.filter((plan) => plan.plan_price).length;
  useEffect(() => {
    if (!settled || count === undefined || priced === undefined) return;
    const plans = t`${plural(count, { one: "# plan", other: "# plans" })}`;
    const pricedText = quoted
      ? t`${plural(priced, { one: "# is priced for you", other: "# are priced for you" })}`
      : "";
    announce([plans, pricedText].filter(Boolean).join(", "));
  }, [settled, count, priced, quoted, t]);

  const selected = picked.join(",");
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins anew
  useEffect(() => setHeld(NO_PLANS), [selected, chosen, search, sort]);
  useEffect(() => setItem("menuSelectedItem", selected), [selected]);

  // A selection that leaves nothing is dropped again, with a word about it.
  const isEmpty = settled && count === 0;
  const isDeadEnd = isEmpty && picked.length > 0;
  useEffect(() => {
    if (!isDeadEnd) return;
    setCleared(true);
    listing.drop();
  });

  const choose = (categories: string[]) => {
    setCleared(false);
    listing.pick(categories);
  };
  const categories = counts.data?.length
    ? counts.data
    : menu.map((key) => ({ key, count: undefined as number | undefined }));

  const facets = {
    plans: deferredPlans ?? NONE,
    note: membershipNote,
    chosen,
    search,
    onChoose: listing.choose,
  };
  const skeleton = (
    <Loading label={t`Loading plans`} className={s.skeleton}>
      <CardSkeleton />
      <CardSkeleton />
      <CardSkeleton />
    </Loading>
  );
  return (
    <main id="main">
      <div className="wrap page">
        <Breadcrumb crumbs={[...trail, { label: t`Plans` }]} />
        <div className={cx("page-head", picked.length === 1 && running && !works && s.pictured)}>
          <div>
            <PageHeading title={heading}>{heading}</PageHeading>
            {filter.isLoading ? (
              <p className={s.lead} />
            ) : (
              <Lead all={count} priced={priced} quoted={quoted} note={membershipNote} />
            )}
          </div>
          {picked.length === 1 && (
            <Suspense fallback={null}>
              <HeadPicture category={selected} of="list" />
            </Suspense>
          )}
          {running && !works && (
            <div className={s.save}>
              <Suspense fallback={null}>{quoted && <SavePlans />}</Suspense>
            </div>
          )}
        </div>
        <QuoteContext />
        <EditSearch request={edit} />
        <div className={s.listing}>
          <div className={s.aside}>
            <CategoryFilter categories={categories} picked={picked} onPick={choose} />
            <Suspense fallback={null}>{deferredPlans && <Facets {...facets} />}</Suspense>
          </div>
          <div>
            <Toolbar
              categories={categories}
              onPick={choose}
              listing={listing}
              facets={facets}
              active={active}
              count={fitting.length}
              priced={quoted}
              years={years}
            />
            {narrowed && matching && (
              <Suspense fallback={<div className={s.chosenSkeleton} />}>
                <Chosen {...facets} count={fitting.length} onFind={listing.find} onClear={listing.clear} />
              </Suspense>
            )}
            {folded > 0 && (
              <p className={s.whole}>
                <Link className="only-m small" style={{ float: "left", lineHeight: "28px" }} to="/plan-fit">
                  <Trans>Which plan fits?</Trans>
                </Link>
                <LinkButton className="small" onClick={() => listing.open("all")}>
                  {t`${plural(fitted, { one: "Show all # plan", other: "Show all # plans" })}`}
                </LinkButton>
              </p>
            )}
            {(cleared || isEmpty) && (
              <Suspense fallback={null}>
                <NoPlans allInstead={!isEmpty} onChangeZip={() => setEdit(nextEdit("zip"))} />
              </Suspense>
            )}
            {!matching && !plans.isError && skeleton}
            {plans.isError && (
              <FailedRead
                title={<Trans>We could not load prices</Trans>}
                onRetry={() => void plans.refetch()}
                busy={plans.isFetching}
              >
                <Trans>Your search and your cart are saved.</Trans>
              </FailedRead>
            )}
            <PlanSections
              plans={rest}
              order={menu}
              stale={plans.isPlaceholderData || (years !== null && yearsQuery.isPlaceholderData)}
              busyPlan={busyPlan}
              refusal={refusal}
              onAdd={(plan) => void addToCart(plan)}
              fixes={fixes}
              compared={compared}
              years={byPlan}
              without={years?.without ?? null}
              opened={listing.opened}
              onOpen={listing.open}
            />
            {awaiting.length > 0 && (
              <Suspense fallback={null}>
                <Answers plans={awaiting} onAnswer={setHeld} />
              </Suspense>
            )}
            {years && (
              <Suspense fallback={null}>
                <YearNote start={years.start} note={years.fees_note} />
              </Suspense>
            )}
          </div>
        </div>
        {fixes.fixDialogs}
        {cartDialogs}
      </div>
      {compared.ids.length > 0 && (
        <Suspense fallback={null}>
          <CompareTray plans={list ?? NONE} />
        </Suspense>
      )}
    </main>
  );
}

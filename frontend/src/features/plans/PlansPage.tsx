import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useState } from "react";
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
import { cx } from "@/lib/cx";
import { withTexts } from "@/lib/i18n";
import { Link } from "@/lib/router";
import { useCompared } from "@/lib/shop/compare";
import { useMenu } from "@/lib/shop/context";
import { useFilterInfo } from "@/lib/shop/filter";
import { useCategoryFilter, usePlans } from "@/lib/shop/plans";
import { setItem } from "@/lib/storage";
import { CategoryFilter } from "./CategoryFilter";
import { PlanSections } from "./PlanSections";
import s from "./Plans.module.css";
import { PlansHead } from "./PlansHead";
import { Toolbar } from "./Toolbar";
import { useListing } from "./useListing";
import { NONE, useOrderedPlans } from "./useOrderedPlans";

const CompareTray = lazy(withTexts("quoted", () => import("@/components/shop/compare/CompareTray")));
const SavePlans = lazy(withTexts("quoted", () => import("@/components/shop/SavePlans")));
const Answers = lazy(withTexts("choosing", () => import("./choose/Answers")));
const Facets = lazy(withTexts("choosing", () => import("./choose/Facets")));
const Chosen = lazy(withTexts("choosing", () => import("./choose/Chosen")));
const NoPlans = lazy(withTexts("choosing", () => import("./choose/NoPlans")));
const YearNote = lazy(withTexts("choosing", () => import("./choose/YearNote")));

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
  const { picked, chosen, search } = listing;
  const menu = useMenu();
  const filter = useFilterInfo();
  const counts = useCategoryFilter();
  const plans = usePlans(picked);
  const [edit, setEdit] = useState(askedEdit);
  const [cleared, setCleared] = useState(false);
  const compared = useCompared();
  const quoted = Boolean(filter.data);
  const fixes = usePriceFixes((focus) => setEdit(nextEdit(focus)));
  const { addToCart, busyPlan, refusal, cartDialogs } = useCartActions((plan, notice) => {
    const name = plan.plan_name;
    toast(notice || t`${name} is in your cart`);
  });

  const list = plans.data?.items;
  const membershipNote = plans.data?.membershipNote ?? "";
  const {
    deferredPlans,
    narrowed,
    matching,
    active,
    fitting,
    rest,
    awaiting,
    folded,
    years,
    byPlan,
    ...order
  } = useOrderedPlans(list, listing);
  const fitted = fitting.length;
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
        <PlansHead picked={picked} all={count} priced={priced} note={membershipNote} />
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
              stale={plans.isPlaceholderData || order.isStale}
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
            {quoted && (
              <div className={cx("only-m", s.saveBelow)}>
                <Suspense fallback={null}>
                  <SavePlans />
                </Suspense>
              </div>
            )}
            {awaiting.length > 0 && (
              <Suspense fallback={null}>
                <Answers plans={awaiting} onAnswer={order.holdBack} />
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
          <CompareTray plans={list ?? NONE} onlyThese={picked.length > 0} />
        </Suspense>
      )}
    </main>
  );
}

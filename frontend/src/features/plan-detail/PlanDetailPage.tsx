import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, startTransition, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import { type EditRequest, type Fix, nextEdit } from "@/components/shop/fixes";
import { PriceProblem } from "@/components/shop/PriceProblem";
import { QuoteContext } from "@/components/shop/QuoteContext";
import { useCartActions } from "@/components/shop/useCartActions";
import { usePriceFixes } from "@/components/shop/usePriceFixes";
import { Breadcrumb, useTrail } from "@/components/ui/Breadcrumb";
import { ButtonLink } from "@/components/ui/Button";
import { CardSkeleton, Empty, FailedRead, Loading } from "@/components/ui/State";
import { ApiError } from "@/lib/api";
import { cx } from "@/lib/cx";
import { planPath } from "@/lib/format";
import { withTexts } from "@/lib/i18n";
import { PageHeading } from "@/lib/page";
import { useFilterInfo, useQuoteId } from "@/lib/shop/filter";
import { usePlanDetail, usePricing } from "@/lib/shop/plans";
import type { PlanDetail, PricedPlan } from "@/lib/shop/types";
import { setItem, useStored } from "@/lib/storage";
import { PlanAbout } from "./PlanAbout";
import s from "./PlanDetail.module.css";
import { PlanHead } from "./PlanHead";
import { PlanOptions } from "./PlanOptions";
import { type BuyProps, PriceAside } from "./PriceAside";
import { type Move, useMoved } from "./useMoved";
import { YearSection } from "./year/YearSection";

const EditSearch = lazy(() =>
  import("@/components/shop/EditSearch").then((part) => ({ default: part.EditSearch })),
);
const BuyBar = lazy(() => import("./BuyBar"));
const CompareTray = lazy(withTexts("quoted", () => import("@/components/shop/compare/CompareTray")));
const MemberTier = lazy(withTexts("dialogs", () => import("./MemberTier")));
const PlanQuestions = lazy(withTexts("dialogs", () => import("@/components/shop/questions/PlanQuestions")));
const RelatedPlans = lazy(() => import("./RelatedPlans"));
const WhyPrice = lazy(withTexts("dialogs", () => import("./WhyPrice")));

/** Which of a plan's priced options is looked at: the choice, else the default. */
function useOption(plans: PricedPlan[]) {
  const [code, setCode] = useState<string | null>(null);
  const chosen =
    plans.find((plan) => plan.option.code === code) ?? plans.find((plan) => plan.is_default) ?? plans[0];
  return { chosen, choose: setCode };
}

function toQuestions(): void {
  const first = document.querySelector<HTMLElement>("#questions input");
  document.getElementById("questions")?.scrollIntoView({ block: "start" });
  first?.focus({ preventScroll: true });
}

/** The address may ask for the questions; they come later than the page. */
function useQuestionsHash(asks: boolean): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second press on the same link is a new request
  useEffect(() => {
    if (asks && hash === "#questions") toQuestions();
  }, [asks, hash, key]);
}

/** Links that know only a plan's number lead here too; the address then names the plan as every other link does. */
function useOwnAddress({ plan_id, plan_name }: PlanDetail): void {
  useEffect(() => {
    const { pathname, search, hash } = window.location;
    const canonicalPath = pathname.replace(/\/plan\/[^/]+(\/[^/]*)?$/, planPath(plan_id, plan_name));
    if (canonicalPath !== pathname)
      window.history.replaceState(window.history.state, "", canonicalPath + search + hash);
    setItem("planId", plan_id);
    setItem("planName", plan_name);
  }, [plan_id, plan_name]);
}

function usePlanPage(plan: PlanDetail, move: Move) {
  const navigate = useNavigate();
  const quoted = Boolean(useQuoteId());
  const filter = useFilterInfo();
  const pricing = usePricing(String(plan.plan_id));
  const [edit, setEdit] = useState<EditRequest | null>(null);
  const [why, setWhy] = useState(window.location.hash === "#why");
  const fixes = usePriceFixes((focus) => setEdit(nextEdit(focus)));
  const { addToCart, busyPlan, refusal, cartDialogs } = useCartActions(() => void navigate("/cart"));
  const answer = pricing.data;
  const plans = answer?.kind === "priced" ? answer.plans : [];
  const { chosen, choose } = useOption(plans);
  const refused = useMoved(answer, plan, move);
  const flags = answer?.kind === "priced" ? answer.flags : null;
  const asksHealth = refused?.errorCode === "newQuestionsError";
  const asksYesNo = Boolean(flags?.needs_yes_no);
  const asks = asksHealth || asksYesNo;
  useQuestionsHash(asks);

  // Where it once stands it stays: what it asks next must not vanish with the refusal. A refusal comes when the page
  // is read already, so that its editor stands where nothing has to move.
  const asksBasics = !quoted && !filter.isLoading;
  const needed = refused ? "refusal" : edit !== null || asksBasics ? "top" : null;
  const [editor, setEditor] = useState<"top" | "refusal" | null>(needed);
  if (needed && !editor) setEditor(needed);

  // What is said about the plan waits for what stands above it, and then stays, too.
  const settled = quoted ? !pricing.isPending : !filter.isLoading;
  const [answered, setAnswered] = useState(settled);
  useEffect(() => {
    if (settled) startTransition(() => setAnswered(true));
  }, [settled]);

  const fix = (step: Fix) => (step.kind === "questions" ? toQuestions() : fixes.fixPrice(step, plan.plan_id));
  const buy: BuyProps = {
    plan,
    pricing,
    chosen,
    refused,
    asks,
    flags,
    quoted,
    filter: filter.data ?? null,
    busy: busyPlan === plan.plan_id,
    refusal: refusal?.error ?? null,
    fixing: fixes.fixing === plan.plan_id,
    failed: fixes.failure?.message ?? null,
    onWhy: () => setWhy(true),
    onEdit: () => setEdit(nextEdit("zip")),
    onFix: fix,
    onQuestions: toQuestions,
    onAdd: () => {
      if (!chosen) return;
      void addToCart({
        plan_id: plan.plan_id,
        plan_pricing_id: chosen.plan_pricing_id,
        plan_name: plan.plan_name,
      });
    },
  };
  return {
    buy,
    plans,
    choose,
    edit,
    why,
    closeWhy: () => setWhy(false),
    asksHealth,
    asksYesNo,
    asksBasics,
    answered,
    editor,
    dialogs: (
      <>
        {fixes.fixDialogs}
        {cartDialogs}
      </>
    ),
  };
}

function Detail({ plan, move }: { plan: PlanDetail; move: Move }) {
  const page = usePlanPage(plan, move);
  const { buy, plans } = page;
  useOwnAddress(plan);
  const { chosen, refused } = buy;
  const member = useStored("user_id");
  return (
    <>
      <QuoteContext
        ask={page.asksBasics}
        onChosen={() => {
          if (!buy.quoted) buy.onEdit();
        }}
      />
      {page.editor === "top" && (
        <div className={cx(s.editor, page.asksBasics && s.editorNew)}>
          <Suspense fallback={null}>
            <EditSearch request={page.edit} />
          </Suspense>
        </div>
      )}
      <div className={s.detail}>
        <div>
          <PlanHead plan={plan} />
          {page.editor === "refusal" && (
            <div className={s.editorInside}>
              <Suspense fallback={null}>
                <EditSearch request={page.edit} />
              </Suspense>
            </div>
          )}
          {refused && !page.asksHealth && (
            <section className={s.refused} role="status">
              <PriceProblem banner error={refused} onFix={buy.onFix} busy={buy.fixing} failed={buy.failed} />
            </section>
          )}
          {plans.length > 1 && chosen && <PlanOptions plans={plans} chosen={chosen} onChoose={page.choose} />}
          <Suspense fallback={null}>
            {buy.asks && (
              <PlanQuestions planId={plan.plan_id} health={page.asksHealth} yesNo={page.asksYesNo} />
            )}
          </Suspense>
          {chosen && <YearSection plan={plan} option={chosen.option.code} />}
          {page.answered ? <PlanAbout plan={plan} /> : <div className={s.aboutSpace} />}
        </div>
        <PriceAside {...buy} />
      </div>
      <Suspense fallback={null}>
        <RelatedPlans planId={plan.plan_id} />
      </Suspense>
      <Suspense fallback={null}>
        <BuyBar {...buy} />
      </Suspense>
      <Suspense fallback={null}>
        {page.why && chosen && (
          <WhyPrice
            plan={chosen}
            name={plan.plan_name}
            onChoose={page.choose}
            onTier={(tier) => buy.onFix({ kind: "apply", changes: { tier }, label: "" })}
            saving={buy.fixing}
            failed={buy.failed}
            onClose={page.closeWhy}
            onEdit={() => {
              page.closeWhy();
              buy.onEdit();
            }}
          />
        )}
        {member && page.asksBasics && <MemberTier userId={member} />}
      </Suspense>
      {page.dialogs}
    </>
  );
}

function Missing({ unknown, onRetry, busy }: { unknown: boolean; onRetry: () => void; busy: boolean }) {
  const { t } = useLingui();
  return (
    <>
      <PageHeading title={t`Plan Details`} className="sr" error>
        <Trans>Plan Details</Trans>
      </PageHeading>
      {unknown ? (
        <Empty
          title={<Trans>We do not sell this plan here</Trans>}
          action={
            <ButtonLink tone="primary" to="/plans">
              <Trans>See all plans</Trans>
            </ButtonLink>
          }
        >
          <Trans>It may have been withdrawn, or it belongs to another store.</Trans>
        </Empty>
      ) : (
        <FailedRead onRetry={onRetry} busy={busy} />
      )}
    </>
  );
}

export default function PlanDetailPage() {
  const { t } = useLingui();
  const trail = useTrail();
  const { planId = "" } = useParams();
  const detail = usePlanDetail(planId);
  // Outlives the plan that is shown: which versions these answers have led to.
  const move = useRef<Move["current"]>({ answers: "", seen: [] });
  const compared = useStored("compare");
  return (
    <>
      <main id="main" className="wrap page">
        <Breadcrumb crumbs={[...trail, { label: t`Plans`, to: "/plans" }, { label: t`Plan Details` }]} />
        {detail.isPending && (
          <Loading label={t`Loading the plan`}>
            <CardSkeleton lines={6} />
          </Loading>
        )}
        {detail.isError && (
          <Missing
            unknown={detail.error instanceof ApiError && [404, 422].includes(detail.error.status)}
            onRetry={() => void detail.refetch()}
            busy={detail.isFetching}
          />
        )}
        {detail.data && <Detail key={detail.data.plan_id} plan={detail.data} move={move} />}
      </main>
      {compared && (
        <Suspense fallback={null}>
          <CompareTray className="only-d" />
        </Suspense>
      )}
    </>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import type { EditFocus } from "@/components/shop/EditSearch";
import { usePriceFixes } from "@/components/shop/PriceProblem";
import { useCartActions } from "@/components/shop/useCartActions";
import { Breadcrumb } from "@/components/ui/Breadcrumb";
import { ButtonLink } from "@/components/ui/Button";
import { CardBones, Empty, FailedRead, Loading } from "@/components/ui/State";
import { toast } from "@/components/ui/Toast";
import { ApiError } from "@/lib/api";
import { bootstrap } from "@/lib/bootstrap";
import { planPath } from "@/lib/format";
import { homePath } from "@/lib/home";
import { withTexts } from "@/lib/i18n";
import { openOverlay } from "@/lib/overlays";
import { PageHeading } from "@/lib/page";
import { useFilterInfo, useQuoteId } from "@/lib/shop/filter";
import { usePlanDetail, usePricing } from "@/lib/shop/plans";
import type { PlanDetail, PricedPlan } from "@/lib/shop/types";
import { BuyBar } from "./BuyBar";
import { ContextBanner } from "./ContextBanner";
import { PlanAbout, PlanHead } from "./PlanAbout";
import s from "./PlanDetail.module.css";
import { PlanOptions } from "./PlanOptions";
import { PriceAside } from "./PriceAside";

const EditSearch = lazy(() =>
  import("@/components/shop/EditSearch").then((part) => ({ default: part.EditSearch })),
);
const WhyPrice = lazy(withTexts("dialogs", () => import("./WhyPrice")));
const PlanQuestions = lazy(withTexts("dialogs", () => import("./questions/PlanQuestions")));

/** Which of a plan's priced options is looked at: the choice, else the default. */
function useOption(plans: PricedPlan[]) {
  const [code, setCode] = useState<string | null>(null);
  const chosen =
    plans.find((plan) => plan.option.code === code) ?? plans.find((plan) => plan.is_default) ?? plans[0];
  return { chosen, choose: setCode };
}

function Detail({ plan }: { plan: PlanDetail }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { hash } = useLocation();
  const quote = useQuoteId();
  const filter = useFilterInfo();
  const pricing = usePricing(String(plan.plan_id));
  const [edit, setEdit] = useState<{ focus: EditFocus; count: number } | null>(null);
  const [why, setWhy] = useState(false);
  const editOn = (focus: EditFocus) => setEdit((old) => ({ focus, count: (old?.count ?? 0) + 1 }));
  const { fixPrice, fixDialogs } = usePriceFixes(editOn, () => openOverlay("find-plan"));
  const { addToCart, busyPlan, refusal, cartDialogs } = useCartActions(() => void navigate("/cart"));

  const answer = pricing.data;
  const plans = answer?.kind === "priced" ? answer.plans : [];
  const { chosen, choose } = useOption(plans);

  // The server offers another version of the plan for these answers.
  useEffect(() => {
    if (answer?.kind !== "moved") return;
    toast(answer.message || t`Another version of this plan fits your answers.`);
    void navigate(planPath(answer.pid, plan.plan_name), { replace: true });
  }, [answer, navigate, plan.plan_name, t]);

  const flags = answer?.kind === "priced" ? answer.flags : null;
  const refused = answer?.kind === "refused" ? answer.error : null;
  const asksHealth = refused?.errorCode === "newQuestionsError";
  const asksYesNo = Boolean(flags?.needs_yes_no);
  const asks = asksHealth || asksYesNo;
  useEffect(() => {
    if (asks && hash === "#questions") document.getElementById("questions")?.scrollIntoView();
  }, [asks, hash]);

  const buy = {
    plan,
    pricing,
    chosen,
    refused,
    asks,
    flags,
    quoted: Boolean(quote),
    filter: filter.data ?? null,
    busy: busyPlan === plan.plan_id,
    refusal: refusal?.message ?? null,
    onWhy: () => setWhy(true),
    onEdit: () => editOn("zip"),
    onIncome: () => fixPrice({ kind: "income" }, plan.plan_id),
    onFix: (fix: Parameters<typeof fixPrice>[0]) => fixPrice(fix, plan.plan_id),
    onQuestions: () => {
      const first = document.querySelector<HTMLElement>("#questions input");
      document.getElementById("questions")?.scrollIntoView({ block: "start" });
      first?.focus({ preventScroll: true });
    },
    onAdd: () => {
      if (!chosen) return;
      void addToCart({
        plan_id: plan.plan_id,
        plan_pricing_id: chosen.plan_pricing_id,
        plan_name: plan.plan_name,
      });
    },
  };

  return (
    <>
      <ContextBanner />
      {(edit || (!quote && !filter.isLoading)) && (
        <div className={s.editor}>
          <Suspense fallback={null}>
            <EditSearch request={edit} />
          </Suspense>
        </div>
      )}
      <div className={s.detail}>
        <div>
          <PlanHead plan={plan} />
          {plans.length > 1 && chosen && <PlanOptions plans={plans} chosen={chosen} onChoose={choose} />}
          {asks && (
            <Suspense fallback={null}>
              <PlanQuestions planId={plan.plan_id} health={asksHealth} yesNo={asksYesNo} />
            </Suspense>
          )}
          <PlanAbout plan={plan} />
        </div>
        <PriceAside {...buy} />
      </div>
      <BuyBar {...buy} />
      {why && chosen && (
        <Suspense fallback={null}>
          <WhyPrice
            plan={chosen}
            name={plan.plan_name}
            onClose={() => setWhy(false)}
            onEdit={() => {
              setWhy(false);
              editOn("zip");
            }}
          />
        </Suspense>
      )}
      {fixDialogs}
      {cartDialogs}
    </>
  );
}

export default function PlanDetailPage() {
  const { t } = useLingui();
  const { planId = "" } = useParams();
  const detail = usePlanDetail(planId);
  const unknown = detail.error instanceof ApiError && [404, 422].includes(detail.error.status);
  return (
    <main id="main" className="wrap page">
      <Breadcrumb
        crumbs={[
          ...(bootstrap.flags.hide_home_breadcrumb ? [] : [{ label: t`Home`, to: homePath() }]),
          { label: t`Plans`, to: "/plans" },
          { label: t`Plan Details` },
        ]}
      />
      {detail.isPending && (
        <Loading label={t`Loading the plan`}>
          <CardBones lines={6} />
        </Loading>
      )}
      {detail.isError && (
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
            <FailedRead onRetry={() => void detail.refetch()} busy={detail.isFetching} />
          )}
        </>
      )}
      {detail.data && <Detail key={detail.data.plan_id} plan={detail.data} />}
    </main>
  );
}

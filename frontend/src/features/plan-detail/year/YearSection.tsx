import { Trans } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { addCatalogs, withTexts } from "@/lib/i18n";
import type { PlanDetail } from "@/lib/shop/types";

addCatalogs({
  year: {
    en: () => import("@/locales/en/year.po"),
    es: () => import("@/locales/es/year.po"),
  },
});

const YearWithPlan = lazy(withTexts("year", () => import("./YearWithPlan")));

/** For dental and vision plans whose costs are numbers; what it shows comes after the page. */
export function YearSection({ plan, option }: { plan: PlanDetail; option: string }) {
  if (!["dental", "vision"].includes(plan.plan_category) || plan.services.length === 0) return null;
  return (
    <section aria-labelledby="year">
      <h2 id="year">
        <Trans>A year with this plan</Trans>
      </h2>
      {/* As high as a window: what comes below is out of sight when this grows. */}
      <Suspense fallback={<div style={{ minHeight: "100vh" }} />}>
        <YearWithPlan planId={plan.plan_id} category={plan.plan_category} option={option} />
      </Suspense>
    </section>
  );
}

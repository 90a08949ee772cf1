import { Trans } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { Disclosure } from "@/components/ui/Disclosure";
import { withTexts } from "@/lib/i18n";
import type { PlanDetail } from "@/lib/shop/types";

const YearWithPlan = lazy(withTexts("dialogs", () => import("./YearWithPlan")));

/** For dental and vision plans whose costs are numbers; loads when it is opened. */
export function YearSection({ plan, option }: { plan: PlanDetail; option: string }) {
  const [opened, setOpened] = useState(false);
  if (!["dental", "vision"].includes(plan.plan_category) || plan.services.length === 0) return null;
  return (
    <section aria-labelledby="year">
      <h2 id="year">
        <Trans>A year with this plan</Trans>
      </h2>
      <Disclosure
        summary={<Trans>See what your care would cost with it and without insurance</Trans>}
        onOpen={() => setOpened(true)}
      >
        {opened && (
          <Suspense fallback={null}>
            <YearWithPlan planId={plan.plan_id} option={option} />
          </Suspense>
        )}
      </Disclosure>
    </section>
  );
}

import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { Buyable } from "@/components/shop/useCartActions";
import type { PriceFixes } from "@/components/shop/usePriceFixes";
import { Folder } from "@/components/ui/Card";
import { categoryLabel } from "@/lib/categories";
import { cx } from "@/lib/cx";
import type { Compared } from "@/lib/shop/compare";
import type { PlanItem, PriceError } from "@/lib/shop/types";
import { useStable } from "@/lib/useStable";
import { PlanRow } from "./PlanRow";
import s from "./Plans.module.css";
import { bySection } from "./sort";

/** Of more plans the rows out of sight are not laid out. */
const MANY = 80;

interface PlanSectionsProps {
  plans: PlanItem[];
  order: string[];
  /** Old prices stay visible and dimmed while new ones load. */
  stale: boolean;
  busyPlan: number | null;
  refusal: { planId: number; error: PriceError } | null;
  onAdd: (plan: Buyable) => void;
  fixes: PriceFixes;
  compared: Compared;
}

export function PlanSections(props: PlanSectionsProps) {
  const { plans, order, stale, busyPlan, refusal, fixes, compared } = props;
  const onAdd = useStable(props.onAdd);
  const onFix = useStable(fixes.fixPrice);
  const { t, i18n } = useLingui();
  return (
    <div className={cx(stale && s.stale, plans.length > MANY && s.many)} aria-busy={stale || undefined}>
      {bySection(plans, order).map(([category, list]) => {
        const count = list.length;
        return (
          <Folder
            key={category}
            category={category}
            headingId={`section-${category}`}
            tab={i18n._(categoryLabel(category))}
            count={t`${plural(count, { one: "# plan", other: "# plans" })}`}
            className={s.sectionFolder}
          >
            {list.map((plan) => (
              <PlanRow
                key={plan.pid}
                plan={plan}
                busy={busyPlan === plan.pid}
                refusal={refusal?.planId === plan.pid ? refusal.error : null}
                onAdd={onAdd}
                onFix={onFix}
                fixing={fixes.fixing === plan.pid}
                failure={fixes.failure?.planId === plan.pid ? fixes.failure.message : null}
                compared={compared.ids.includes(plan.pid)}
                compareFull={compared.full}
              />
            ))}
          </Folder>
        );
      })}
    </div>
  );
}

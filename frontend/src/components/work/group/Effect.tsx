import { useLingui } from "@lingui/react/macro";
import type { HeldPlan, MonthSplit } from "@/client";
import { PlanMove } from "@/components/ui/PlanMove";
import { useCanceledWords } from "@/components/work/canceled";
import { money } from "@/lib/format";
import s from "./Group.module.css";

interface Change {
  plans: HeldPlan[];
  before: MonthSplit;
  after: MonthSplit;
}

/** The effect of a change on each plan, and who then pays how much. */
export function Effect({ change }: { change: Change }) {
  const { t } = useLingui();
  const canceled = useCanceledWords();
  const { after, before } = change;
  const rows = [
    [t`Premium`, before.premium, after.premium],
    [t`The group pays`, before.employer, after.employer],
    [t`They pay`, before.own, after.own],
  ] as const;
  return (
    <>
      <ul className={s.ends}>
        {change.plans.map((plan) => {
          const { effective, plan: name } = plan;
          return (
            <li key={plan.policy_number}>
              <b>{`${name}, ${canceled(plan) || effective}`}</b>
              <PlanMove move={plan} />
              {plan.before && plan.after && (
                <span className="small num">
                  {money(plan.before)} → {money(plan.after)}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {before.premium && after.premium && (
        <dl className={s.facts}>
          {rows.map(([label, was, is]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="num">
                {money(was)} → {money(is)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

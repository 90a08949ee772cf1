import { Trans } from "@lingui/react/macro";
import type { PlanRef } from "@/client";
import { Icon } from "../ui/Icon";
import s from "./EnrollPanel.module.css";

/** Plans a member has or had; one that is over says so in red and in words. */
export function PlanStates({ plans }: { plans: PlanRef[] }) {
  if (plans.length === 0) {
    return (
      <span className="mute">
        <Trans>No plans yet</Trans>
      </span>
    );
  }
  return (
    <ul className={s.states}>
      {plans.map((plan, index) => {
        const active = plan.plan_status === "ACTIVE";
        return (
          <li key={`${plan.plan}-${index}`} className={active ? undefined : s.off}>
            <Icon name={active ? "check" : "close"} />
            <span>
              {plan.plan_name}{" "}
              {!active && (
                <b>
                  <Trans>(inactive)</Trans>
                </b>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

import { Trans } from "@lingui/react/macro";
import { lazy, memo, Suspense } from "react";
import type { ListedYear } from "@/client";
import { CartButton } from "@/components/shop/CartButton";
import { CompareCheck } from "@/components/shop/compare/CompareCheck";
import type { Fix } from "@/components/shop/fixes";
import { PriceProblem } from "@/components/shop/PriceProblem";
import type { Buyable } from "@/components/shop/useCartActions";
import { Badge } from "@/components/ui/Badge";
import { CarrierLogo } from "@/components/ui/Category";
import { Price, Share } from "@/components/ui/Statement";
import { cx } from "@/lib/cx";
import { planPath } from "@/lib/format";
import { withTexts } from "@/lib/i18n";
import { Link } from "@/lib/router";
import type { PlanItem, PriceError } from "@/lib/shop/types";
import s from "./Plans.module.css";

const Year = lazy(withTexts("choosing", () => import("./choose/Year")));

interface PlanRowProps {
  plan: PlanItem;
  busy: boolean;
  refusal: PriceError | null;
  onAdd: (plan: Buyable) => void;
  onFix: (fix: Fix, planId: number) => void;
  fixing: boolean;
  /** Why the last fix did not work. */
  failure: string | null;
  compared: boolean;
  compareFull: boolean;
  /** Twelve months with the plan, what they cost without one, and the cents that the whole bar stands for. */
  year: ListedYear | null;
  without: string | undefined;
  scale: number;
}

function PriceOf({ plan }: { plan: PlanItem }) {
  return (
    plan.recurring && (
      <div className={s.planRowPrice}>
        <Price amount={plan.recurring} />
        {plan.fees_text && <p className="xs mute">{plan.fees_text}</p>}
        <Share share={plan.share} />
        {plan.rate_is_estimate && (
          <p className="xs mute">
            <Trans>Estimated price</Trans>
          </p>
        )}
      </div>
    )
  );
}

function Problems({ plan, refusal, onFix, fixing, failure }: PlanRowProps) {
  const fix = (step: Fix) => onFix(step, plan.pid);
  return (
    (plan.error || plan.blackout || refusal) && (
      <div className={s.planRowProblem}>
        {plan.error && <PriceProblem error={plan.error} onFix={fix} busy={fixing} failed={failure} />}
        {plan.blackout && (
          <div id={`closed-${plan.pid}`}>
            <PriceProblem error={plan.blackout} onFix={fix} />
          </div>
        )}
        {refusal && (
          <div role="alert">
            <PriceProblem error={refusal} onFix={fix} />
          </div>
        )}
      </div>
    )
  );
}

function Actions({ plan, busy, onAdd, compared, compareFull }: PlanRowProps) {
  const name = plan.plan_name;
  const buyable: Buyable = {
    plan_id: plan.pid,
    plan_pricing_id: plan.ppid ?? null,
    plan_name: name,
  };
  return (
    <div className={s.planRowActs}>
      <CompareCheck id={plan.pid} name={name} checked={compared} full={compareFull} />
      <Link className={s.info} to={planPath(plan.pid, name)}>
        <Trans>More Info</Trans>
        <span className="sr">: {name}</span>
      </Link>
      {(plan.in_cart || plan.plan_price) && (
        <CartButton
          size="sm"
          inCart={plan.in_cart}
          name={name}
          busy={busy}
          blockedBy={plan.blackout ? `closed-${plan.pid}` : undefined}
          onAdd={() => onAdd(buyable)}
        />
      )}
    </div>
  );
}

/**
 * A plan that cannot be priced keeps its place and says why where the price would be. Drawn again only when something of
 * its own changes: a list has hundreds of rows.
 */
export const PlanRow = memo(function PlanRow(props: PlanRowProps) {
  const { plan, year, without, scale } = props;
  return (
    <article className={cx(s.planRow, plan.error && s.planRowOff)}>
      <div className={s.planRowLogo}>
        <CarrierLogo src={plan.plan_logo} name={plan.carrier_name} />
      </div>
      <div className={s.planRowName}>
        <h3>
          <Link to={planPath(plan.pid, plan.plan_name)}>{plan.plan_name}</Link>
        </h3>
        {plan.badges?.slice(0, 1).map((badge) => (
          <Badge key={badge} tone="brand">
            {badge}
          </Badge>
        ))}
      </div>
      <p className={s.desc}>{plan.plan_short_text}</p>
      {plan.facts && plan.facts.length > 0 && (
        <dl className={s.specs}>
          {plan.facts.slice(0, 3).map((fact) => (
            <div key={fact.label}>
              <dt>{fact.label}</dt>
              <dd>{fact.value}</dd>
            </div>
          ))}
        </dl>
      )}
      {year && (
        <Suspense fallback={null}>
          <Year year={year} without={without} scale={scale} />
        </Suspense>
      )}
      <PriceOf plan={plan} />
      <Problems {...props} />
      <Actions {...props} />
    </article>
  );
});

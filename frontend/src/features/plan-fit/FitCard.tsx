import { Trans, useLingui } from "@lingui/react/macro";
import type { PlanFit } from "@/client";
import { CartButton } from "@/components/shop/CartButton";
import type { Fix } from "@/components/shop/fixes";
import { PriceProblem } from "@/components/shop/PriceProblem";
import type { Buyable } from "@/components/shop/useCartActions";
import { CarrierLogo } from "@/components/ui/Category";
import { Icon } from "@/components/ui/Icon";
import { Price } from "@/components/ui/Statement";
import { cents, money, planPath } from "@/lib/format";
import { Link } from "@/lib/router";
import type { PriceError } from "@/lib/shop/types";
import s from "./FitCard.module.css";

export type FitPlan = PlanFit["result"][number];

function useBadge() {
  const { t } = useLingui();
  return (badge: FitPlan["badge"], vision: boolean): string => {
    if (badge === "lowest_year") return t`Lowest yearly cost`;
    if (badge === "lowest_price") return t`Lowest monthly price`;
    if (badge === "any_provider") return vision ? t`Any eye doctor you like` : t`Any dentist you like`;
    if (badge === "covers_all") return t`Pays for everything you expect`;
    return badge === "no_wait" ? t`No wait` : "";
  };
}

/** The year as a picture: price and care on the scale of all, and the same care without a plan. */
function YearBar({ plan, without, scale }: { plan: FitPlan; without: string; scale: number }) {
  const width = (amount: string) => `${((cents(amount) / scale) * 100).toFixed(2)}%`;
  const [price, care, total, uninsured] = [plan.premium, plan.own, plan.total, without].map((amount) =>
    money(amount),
  );
  return (
    <div className={s.year}>
      <p>
        <b>{total}</b>{" "}
        <span className="small mute">
          <Trans>
            over the year: {price} for the plan, {care} for care
          </Trans>
        </span>
      </p>
      <div className={s.bar} aria-hidden="true">
        <i style={{ width: width(plan.premium) }} />
        <i style={{ width: width(plan.own) }} />
        <u style={{ left: width(without) }} />
      </div>
      <p className={s.without}>
        <Trans>{uninsured} without insurance</Trans>
      </p>
    </div>
  );
}

interface FitCardProps {
  plan: FitPlan;
  first: boolean;
  vision: boolean;
  without: string;
  /** What the whole width of a bar stands for, in cents. */
  scale: number;
  busy: boolean;
  refusal: PriceError | null;
  onAdd: (plan: Buyable) => void;
  onFix: (fix: Fix, planId: number) => void;
}

export function FitCard({ plan, first, vision, without, scale, busy, refusal, onAdd, onFix }: FitCardProps) {
  const badge = useBadge()(plan.badge, vision);
  const { plan_id, plan_name, plan_pricing_id } = plan;
  const [monthly, membership] = [money(plan.monthly), money(plan.membership)];
  return (
    <li className={s.card}>
      <div className={s.plan}>
        <div className={s.name}>
          <CarrierLogo src={plan.plan_logo} name={plan.carrier_name} />
          <h3>
            <Link to={planPath(plan_id, plan_name)}>{plan_name}</Link>
            {plan.option && <small className="xs mute">{plan.option}</small>}
          </h3>
        </div>
        <Price amount={plan.price} />
        {cents(plan.membership) > 0 && (
          <p className="xs mute">
            <Trans>
              {monthly} a month with the {membership} membership
            </Trans>
          </p>
        )}
        {badge && (
          <span className={s.badge}>
            <Icon name="check" size="sm" />
            {badge}
          </span>
        )}
        <div className={s.acts}>
          <CartButton
            size="sm"
            {...(first ? { tone: "primary" } : {})}
            inCart={plan.in_cart}
            name={plan_name}
            busy={busy}
            onAdd={() => onAdd({ plan_id, plan_name, plan_pricing_id })}
          />
          <Link className={s.info} to={planPath(plan_id, plan_name)}>
            <Trans>More Info</Trans>
            <span className="sr">: {plan_name}</span>
          </Link>
        </div>
      </div>
      <div className={s.why}>
        <YearBar plan={plan} without={without} scale={scale} />
        <ul className={s.reasons}>
          {plan.reasons.map(({ tone, lead, text }) => (
            <li key={lead} data-tone={tone}>
              <Icon name={tone === "good" ? "check" : "minus"} size="sm" />
              <span>
                {tone === "but" && (
                  <span className="sr">
                    <Trans>But:</Trans>{" "}
                  </span>
                )}
                <b>{lead}</b> {text}
              </span>
            </li>
          ))}
        </ul>
        {refusal && (
          <div role="alert">
            <PriceProblem error={refusal} onFix={(fix) => onFix(fix, plan_id)} />
          </div>
        )}
      </div>
    </li>
  );
}

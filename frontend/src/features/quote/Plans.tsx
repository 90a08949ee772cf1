import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { OpenedQuote, QuotedPlan, WhyLine } from "@/client";
import { ButtonLink } from "@/components/ui/Button";
import { Folder } from "@/components/ui/Card";
import { CarrierLogo } from "@/components/ui/Category";
import { Disclosure } from "@/components/ui/Disclosure";
import { Price } from "@/components/ui/Statement";
import { categoryLabel } from "@/lib/categories";
import { cents, money, planPath } from "@/lib/format";
import { Link } from "@/lib/router";
import page from "./Quote.module.css";
import s from "./QuotedPlans.module.css";

const ADDED = new Set(["part", "fee"]);

/** Each step of the price as a bar that begins where the one before ended. */
function Steps({ lines }: { lines: WhyLine[] }) {
  const added = lines.filter((line) => ADDED.has(line.kind) && line.amount);
  const total = added.reduce((sum, line) => sum + Math.max(0, cents(line.amount ?? "0")), 0) || 1;
  let start = 0;
  return (
    <ol className={s.steps}>
      {lines.map((line, index) => {
        const own = added.includes(line) ? (Math.max(0, cents(line.amount ?? "0")) / total) * 100 : 0;
        const left = start;
        start += own;
        const sum = line.kind === "total";
        return (
          <li key={line.key} className={sum ? s.sum : undefined}>
            <span>
              {line.label}
              {line.note && <small>{line.note}</small>}
            </span>
            <span className={own > 0 || sum ? s.bar : undefined} aria-hidden="true">
              {(own > 0 || sum) && <i style={{ left: `${sum ? 0 : left}%`, width: `${sum ? 100 : own}%` }} />}
            </span>
            <b className="num">
              {line.amount && (own > 0 && index > 0 ? `+ ${money(line.amount)}` : money(line.amount))}
            </b>
          </li>
        );
      })}
    </ol>
  );
}

function PlanPrice({ plan }: { plan: QuotedPlan }) {
  const { quoted, now } = plan;
  if (now === null) {
    return (
      <p className={s.was}>
        <Trans>was</Trans> <del>{money(quoted)}</del>
      </p>
    );
  }
  return (
    <>
      <Price amount={now} />
      <p className={s.was}>
        {now === quoted ? (
          <Trans>same as sent</Trans>
        ) : (
          <>
            <Trans>was</Trans> <del>{money(quoted)}</del>
          </>
        )}
      </p>
    </>
  );
}

/** A plan that can't be had any more keeps its folder: why, and where others like it are. */
function Unavailable({ plan }: { plan: QuotedPlan }) {
  const { category, message, plan_name } = plan;
  return (
    <div className={s.unavailable}>
      <p>
        <strong>
          <Trans>This plan isn't available right now.</Trans>
        </strong>{" "}
        {message}
      </p>
      <ButtonLink size="sm" to={category ? `/plans?type=${category}` : "/plans"}>
        <Trans>See the closest plans</Trans>
        <span className="sr">: {plan_name}</span>
      </ButtonLink>
    </div>
  );
}

function Plan({ plan }: { plan: QuotedPlan }) {
  const { i18n } = useLingui();
  const { plan_id, plan_name, category, now, why } = plan;
  const id = `plan-${plan_id}`;
  return (
    <Folder
      className={s.plan}
      tab={category ? i18n._(categoryLabel(category)) : <Trans>Plan</Trans>}
      category={category || undefined}
      labelledBy={id}
    >
      <div className={s.planIn}>
        <div>
          <CarrierLogo src={plan.plan_logo} name={plan.carrier_name} />
          <h3 id={id} tabIndex={-1}>
            {plan.offered ? <Link to={planPath(plan_id, plan_name)}>{plan_name}</Link> : plan_name}
          </h3>
          {plan.note && <p className="small">{plan.note}</p>}
        </div>
        <div className={s.planPrice}>
          <PlanPrice plan={plan} />
        </div>
        {plan.facts.length > 0 && (
          <dl className={s.facts}>
            {plan.facts.map((fact) => (
              <div key={fact.label}>
                <dt>{fact.label}</dt>
                <dd>{fact.value}</dd>
              </div>
            ))}
          </dl>
        )}
        {plan.fees_text && <p className={s.fees}>{plan.fees_text}</p>}
        {now === null && <Unavailable plan={plan} />}
      </div>
      {why.length > 0 && (
        <div className={s.why}>
          <Disclosure
            summary={
              <>
                <Trans>Why this price?</Trans>
                <span className="sr">: {plan_name}</span>
              </>
            }
          >
            <Steps lines={why} />
          </Disclosure>
        </div>
      )}
    </Folder>
  );
}

export function Plans({ quote }: { quote: OpenedQuote }) {
  const { t } = useLingui();
  const count = quote.plans.length;
  return (
    <section className={page.section} aria-labelledby="plans">
      <h2 id="plans">{t`${plural(count, { one: "Your plan", other: "Your # plans" })}`}</h2>
      {quote.plans.map((plan) => (
        <Plan key={plan.plan_id} plan={plan} />
      ))}
    </section>
  );
}

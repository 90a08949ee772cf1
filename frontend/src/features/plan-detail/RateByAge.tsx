import { Trans, useLingui } from "@lingui/react/macro";
import { cx } from "@/lib/cx";
import { cents, money } from "@/lib/format";
import type { PricedPlan } from "@/lib/shop/types";
import s from "./RateByAge.module.css";

type Ages = NonNullable<NonNullable<PricedPlan["proof"]>["ages"]>;
type Step = Ages["steps"][number];

/** More bars than this have no room for an age below each. */
const FEW = 13;

const nameOf = ({ first, last }: Step): string => (last === null ? `${first}+` : String(first));

/** One bar for each step of the rates; the bars of the people covered are dark, with their amount. */
function Bars({ steps }: { steps: Step[] }) {
  const highest = Math.max(...steps.map(({ amount }) => cents(amount)), 1);
  const every = Math.ceil(steps.length / FEW);
  return (
    <div className={s.bars}>
      {steps.map((step, index) => {
        const height = (cents(step.amount) / highest) * 76;
        const last = index === steps.length - 1;
        const named = step.own || last || (index % every === 0 && index < steps.length - every);
        return (
          <span key={step.first} className={cx(step.own && s.own)}>
            {(step.own || last) && (
              <b style={{ bottom: `calc(${height}% + ${steps[index - 1]?.own ? 34 : 20}px)` }}>
                {money(step.amount)}
              </b>
            )}
            <i style={{ height: `${height}%` }} />
            <small>{named && nameOf(step)}</small>
          </span>
        );
      })}
    </div>
  );
}

/** The rate at each age, and when the people covered come to the next step. */
export function RateByAge({ ages }: { ages: Ages }) {
  const { t } = useLingui();
  const sentences = ages.steps.map((step) => {
    const [amount, first, last] = [money(step.amount), step.first, step.last ?? ""];
    if (step.last === null) return t`${first} and older: ${amount}`;
    return step.last === step.first ? `${first}: ${amount}` : t`${first} to ${last}: ${amount}`;
  });
  const list = sentences.join("; ");
  return (
    <section aria-labelledby="rate-by-age">
      <h3 id="rate-by-age" className={s.title}>
        <Trans>The rate at each age</Trans>
      </h3>
      <p className={s.text}>{ages.text}</p>
      <div role="img" aria-label={t`Monthly price by age: ${list}`}>
        <Bars steps={ages.steps} />
      </div>
      {ages.stays && (
        <p className={s.text}>
          <Trans>Your price is based on your age at the start. Getting older doesn't change it.</Trans>
        </p>
      )}
      {ages.next.map(({ person, age, more, since }) => {
        const isLess = cents(more) < 0;
        const amount = money(more.replace("-", ""));
        return (
          <p key={person} className={s.text}>
            {isLess ? (
              <Trans>
                {person}: the next price change is at age {age}, <b>{amount} less</b> a month from {since} on.
              </Trans>
            ) : (
              <Trans>
                {person}: the next price change is at age {age}, <b>{amount} more</b> a month from {since} on.
              </Trans>
            )}
          </p>
        );
      })}
    </section>
  );
}

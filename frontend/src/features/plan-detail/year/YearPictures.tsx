import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import type { PlanYear } from "@/client";
import { CarrierLogo } from "@/components/ui/Category";
import { Legend, Mark } from "@/components/ui/Legend";
import { cents, dollars, fromCents, money } from "@/lib/format";
import { MONTHS, shortMonth } from "./months";
import type { YearCost } from "./useYear";
import s from "./YearPictures.module.css";

/** A plan of the answer that has a year. */
export interface Shown {
  id: number;
  name: string;
  short: string;
  logo: string;
  carrier: string;
  year: PlanYear;
}

const percent = (amount: string, highest: number): string =>
  `${((cents(amount) / highest) * 100).toFixed(2)}%`;

/** The three totals on one scale: this plan, the other, and the same care without insurance. */
export function Totals({ plans, without }: { plans: Shown[]; without: string }) {
  const highest = Math.max(cents(without), ...plans.map(({ year }) => cents(year.total)), 1);
  return (
    <dl className={s.totals}>
      {plans.map(({ id, short, year }, index) => (
        <div key={id}>
          <dt>{index === 0 ? <Trans>This plan</Trans> : short}</dt>
          <dd>
            <span className={s.bar} aria-hidden="true">
              <i style={{ width: percent(year.premium, highest) }} />
              <i className={s.care} style={{ width: percent(year.own, highest) }} />
            </span>
            <b>{money(year.total)}</b>
          </dd>
        </div>
      ))}
      <div>
        <dt>
          <Trans>Without insurance</Trans>
        </dt>
        <dd>
          <span className={s.bar} aria-hidden="true">
            <i className={s.without} style={{ width: percent(without, highest) }} />
          </span>
          <b>{money(without)}</b>
        </dd>
      </div>
    </dl>
  );
}

/** What one of the month's bars reaches at most, so that its number has room above it. */
const HEIGHT = 90;

interface MonthsProps {
  plan: Shown;
  answer: YearCost;
  /** What the height of all charts stands for, in cents. */
  highest: number;
}

function Months({ plan, answer, highest }: MonthsProps) {
  const { i18n } = useLingui();
  const height = (amount: string) => `${((cents(amount) / highest) * HEIGHT).toFixed(2)}%`;
  return (
    <div className={s.chart} aria-hidden="true">
      {MONTHS.map((month) => {
        const { premium, own, total } = plan.year.months[month - 1] ?? { premium: "0", own: "0", total: "0" };
        const without = answer.without_months[month - 1] ?? "0";
        const crowded = cents(without) > 0 && cents(answer.without_months[month] ?? "0") > 0;
        const reach = cents(without) > cents(total) ? without : total;
        return (
          <span key={month} className={s.month}>
            {cents(without) > 0 && (
              <>
                <u style={{ height: height(without) }} />
                <b data-crowded={crowded || undefined} style={{ bottom: `calc(${height(reach)} + 3px)` }}>
                  {dollars(without)}
                </b>
              </>
            )}
            <span className={s.stack}>
              <i className={s.care} style={{ height: height(own) }}>
                {cents(own) * 6 > highest && <em>{money(total)}</em>}
              </i>
              <i style={{ height: height(premium) }} />
            </span>
            <small>{shortMonth(answer.start, month, i18n.locale)}</small>
          </span>
        );
      })}
    </div>
  );
}

/** True from when an element was first seen. */
function useSeen<Shape extends Element>() {
  const ref = useRef<Shape>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || !ref.current) return;
    const watch = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true),
      { threshold: 0.2 },
    );
    watch.observe(ref.current);
    return () => watch.disconnect();
  }, [seen]);
  return { ref, seen };
}

interface MonthChartsProps {
  plans: Shown[];
  answer: YearCost;
  /** The bars grow when they are first seen. */
  grows: boolean;
}

/** Month by month with each plan, all on one scale; the outlines are the same care without insurance. */
export function MonthCharts({ plans, answer, grows }: MonthChartsProps) {
  const { ref, seen } = useSeen<HTMLElement>();
  const amounts = [
    ...answer.without_months,
    ...plans.flatMap(({ year }) => year.months.map(({ total }) => total)),
  ];
  const highest = Math.max(...amounts.map(cents), 1);
  return (
    <figure ref={ref} className={s.charts} data-grows={grows ? (seen ? "now" : "later") : undefined}>
      <Legend as="figcaption" className={s.legend}>
        <Mark>
          <Trans>Price of the plan with all fees</Trans>
        </Mark>
        <Mark kind="care">
          <Trans>Care you pay for yourself</Trans>
        </Mark>
        <Mark kind="outline">
          <Trans>The same care without insurance</Trans>
        </Mark>
      </Legend>
      {plans.map((plan, index) => {
        const { year } = plan;
        const [price, membership] = [
          money(fromCents(cents(year.premium) - cents(year.membership_year))),
          money(year.membership_year),
        ];
        const care = money(year.own);
        return (
          <div key={plan.id} className={s.row}>
            <div className={s.who}>
              <CarrierLogo src={plan.logo} name={plan.carrier} />
              <p>
                <b>{plan.name}</b>
                <small>{index === 0 ? <Trans>This plan</Trans> : <Trans>Compared with</Trans>}</small>
              </p>
              <p>
                <b>{money(plan.year.total)}</b>
                <small>
                  {cents(year.membership_year) ? (
                    <Trans>
                      {price} price + {membership} membership + {care} care
                    </Trans>
                  ) : (
                    <Trans>
                      {price} price + {care} care
                    </Trans>
                  )}
                </small>
              </p>
            </div>
            <Months plan={plan} answer={answer} highest={highest} />
          </div>
        );
      })}
    </figure>
  );
}

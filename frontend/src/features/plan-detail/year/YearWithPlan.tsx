import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import type { PlanYear } from "@/client";
import { Bone, FailedRead, Loading } from "@/components/ui/State";
import { Share } from "@/components/ui/Statement";
import { announce } from "@/lib/announce";
import { cents, fromCents, money } from "@/lib/format";
import { useYear, type YearCost, type YearService } from "./useYear";
import s from "./Year.module.css";
import { YearChart } from "./YearChart";
import { YearPicker } from "./YearPicker";
import { CareTable, MonthTable } from "./YearTables";

/** What most people have done in a year, to start from. */
const USUAL: YearService[] = [
  { service: "cleaning", month: 1 },
  { service: "dental_exam", month: 1 },
  { service: "cleaning", month: 7 },
  { service: "eye_exam", month: 1 },
];

/** One sentence with the result; also said when a choice changes it. */
function useVerdict(answer: YearCost | undefined, year: PlanYear | null | undefined): string {
  const { t } = useLingui();
  if (!answer || !year) return "";
  const difference = cents(answer.without) - cents(year.total);
  const amount = money(fromCents(Math.abs(difference)));
  if (difference === 0) return t`With this plan you would pay as much as without insurance.`;
  return difference > 0
    ? t`With this plan you would pay ${amount} less than without insurance.`
    : t`With this plan you would pay ${amount} more than without insurance. Care you do not expect is not in this.`;
}

function Result({ answer, year, verdict }: { answer: YearCost; year: PlanYear; verdict: string }) {
  const { t } = useLingui();
  const [premium, own, total, without] = [year.premium, year.own, year.total, answer.without].map(money);
  return (
    <div className={s.result}>
      <p className={s.verdict}>
        <b>{verdict}</b>
      </p>
      <YearChart
        alt={t`with this plan ${total}, of it premium and fees ${premium} and care ${own}; without insurance ${without}.`}
        bars={[
          {
            label: t`With this plan`,
            total: year.total,
            parts: [
              { label: t`Premium and fees`, amount: year.premium, className: s.premium },
              { label: t`Your care`, amount: year.own, className: s.own },
            ],
          },
          {
            label: t`Without insurance`,
            total: answer.without,
            parts: [{ label: t`Your care`, amount: answer.without, className: s.without }],
          },
        ]}
      />
      <p className={s.legend} aria-hidden="true">
        <span>
          <i className={s.legendPremium} /> {t`Premium and fees`} {premium}
        </span>
        <span>
          <i className={s.legendOwn} /> {t`Your care`} {own}
        </span>
      </p>
      <CareTable answer={answer} year={year} />
      <MonthTable answer={answer} year={year} />
    </div>
  );
}

/** Expected care, and what the year costs with the plan and without. */
export default function YearWithPlan({ planId, option }: { planId: number; option: string }) {
  const { t } = useLingui();
  const [services, setServices] = useState<YearService[] | null>(null);
  const start = useYear(planId, option, []);
  const known = new Set(start.data?.choices.map((choice) => choice.service));
  const chosen = services ?? USUAL.filter((service) => known.has(service.service));
  const found = useYear(planId, option, chosen);
  const answer = found.data ?? start.data;
  const year = answer?.plans[0]?.year;
  const verdict = useVerdict(answer, year);
  useEffect(() => {
    if (services && verdict && !found.isFetching) announce(verdict);
  }, [services, verdict, found.isFetching]);

  if (found.isError) return <FailedRead onRetry={() => void found.refetch()} busy={found.isFetching} />;
  if (!answer || !start.data) {
    return (
      <Loading label={t`Working out the year`}>
        <Bone height={240} />
      </Loading>
    );
  }
  if (!year) {
    return (
      <p>
        {answer.plans[0]?.error?.message ?? (
          <Trans>This plan’s costs are not known as numbers. Read its summary of benefits.</Trans>
        )}
      </p>
    );
  }
  return (
    <div className={s.year}>
      <YearPicker answer={start.data} services={chosen} onChange={setServices} />
      <Result answer={answer} year={year} verdict={verdict} />
      <Share share={answer.plans[0]?.share} />
      <p className={s.source}>
        {answer.membership_note} {answer.fees_note}{" "}
        <Trans>
          Worked out for care in network, as one plan year from the first month at today’s price, with the
          plan’s waiting periods, deductible, annual maximum, copays and shares. Contact lenses usually take
          the place of glasses in a year.
        </Trans>
      </p>
    </div>
  );
}

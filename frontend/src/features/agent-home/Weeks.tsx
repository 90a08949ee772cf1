import { Trans, useLingui } from "@lingui/react/macro";
import type { DeskWeek } from "@/client";
import { Panel } from "@/components/ui/Card";
import { Empty } from "@/components/ui/State";
import { useFigures } from "./Figures";
import s from "./Weeks.module.css";

const BASE = 166;
const HEIGHT = 144;
const PITCH = 27.6;
const LINES = 3;

function day(date: string): Date {
  const [month = 1, dayOfMonth = 1, year = 2000] = date.split("/").map(Number);
  return new Date(year, month - 1, dayOfMonth);
}

/** Bars from zero, true to scale; only the running week has its number beside it, all are in the table. */
function Bars({ weeks }: { weeks: DeskWeek[] }) {
  const { t, i18n } = useLingui();
  const step = Math.max(1, Math.ceil(Math.max(...weeks.map((week) => week.enrollments)) / LINES));
  const high = (count: number) => (count * HEIGHT) / (step * LINES);
  const short = (week: DeskWeek | undefined) =>
    week ? i18n.date(day(week.starts_on), { month: "short", day: "numeric" }) : "";
  const last = weeks.at(-1)?.enrollments ?? 0;
  const { length } = weeks;
  return (
    <svg
      viewBox="0 0 360 196"
      role="img"
      aria-label={t`Enrollments per week for ${length} weeks, ${last} this week`}
      className={s.chart}
    >
      {Array.from({ length: LINES + 1 }, (_, line) => (
        <g key={line}>
          <path
            d={`M24 ${BASE + 0.5 - (line * HEIGHT) / LINES}H360`}
            stroke={line ? "var(--line)" : "var(--ink-mute)"}
          />
          <text x="0" y={BASE + 4 - (line * HEIGHT) / LINES}>
            {line * step}
          </text>
        </g>
      ))}
      {weeks.map((week, number) => (
        <rect
          key={week.starts_on}
          x={31 + number * PITCH}
          y={BASE - high(week.enrollments)}
          width="19"
          height={high(week.enrollments)}
          rx="2.5"
          fill={number === weeks.length - 1 ? "var(--chart-1)" : "var(--chart-3)"}
        />
      ))}
      <text x={31 + (weeks.length - 1) * PITCH + 9.5} y={BASE - 6 - high(last)} className={s.last}>
        {last}
      </text>
      <text x="31" y="187">
        {short(weeks[0])}
      </text>
      <text x={31 + 4 * PITCH + 9.5} y="187" textAnchor="middle">
        {short(weeks[4])}
      </text>
      <text x="360" y="187" textAnchor="end">
        <Trans>This week</Trans>
      </text>
    </svg>
  );
}

/** The number of enrollments in each of the last weeks. */
export function Weeks() {
  const { t } = useLingui();
  const { data } = useFigures();
  if (!data) return null;
  const { length } = data.weeks;
  return (
    <Panel
      titleId="weeks"
      title={<Trans>Enrollments per week</Trans>}
      aside={
        <span className="xs mute">
          <Trans>{length} weeks</Trans>
        </span>
      }
    >
      {data.weeks.every((week) => week.enrollments === 0) ? (
        <Empty of="first-day" title={<Trans>No enrollments in these weeks</Trans>}>
          <Trans>Each one you bring to its signature is counted here in its week.</Trans>
        </Empty>
      ) : (
        <div className={s.weeks}>
          <Bars weeks={data.weeks} />
          <table className="sr">
            <caption>{t`Enrollments per week`}</caption>
            <thead>
              <tr>
                <th scope="col">{t`Week of`}</th>
                <th scope="col">{t`Enrollments`}</th>
              </tr>
            </thead>
            <tbody>
              {data.weeks.map((week) => (
                <tr key={week.starts_on}>
                  <th scope="row">{week.starts_on}</th>
                  <td>{week.enrollments}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

import { useLingui } from "@lingui/react/macro";
import { cents, money } from "@/lib/format";
import s from "./Year.module.css";

interface Stack {
  label: string;
  parts: { amount: string; className: string | undefined }[];
  total: string;
}

const WIDTH = 600;
const ROW = 62;
const BAR = 26;

/** Two bars on one scale: what the year costs with the plan, and without insurance. */
export function YearChart({ bars, alt }: { bars: Stack[]; alt: string }) {
  const { t } = useLingui();
  const most = Math.max(...bars.map((bar) => cents(bar.total)), 1);
  return (
    <svg
      className={s.chart}
      viewBox={`0 0 ${WIDTH} ${bars.length * ROW}`}
      role="img"
      aria-label={t`A year at a glance: ${alt}`}
    >
      {bars.map((bar, row) => {
        let at = 0;
        return (
          <g key={bar.label} transform={`translate(0 ${row * ROW})`}>
            <text x="0" y="18" className={s.chartLabel}>
              {bar.label}
            </text>
            <text x={WIDTH} y="18" textAnchor="end" className={s.chartAmount}>
              {money(bar.total)}
            </text>
            <rect x="0" y="26" width={WIDTH} height={BAR} rx="4" className={s.chartRest} />
            {bar.parts.map(({ amount, className }) => {
              const width = (cents(amount) / most) * WIDTH;
              const left = at;
              at += width;
              return (
                <rect key={className} x={left} y="26" width={width} height={BAR} className={className} />
              );
            })}
          </g>
        );
      })}
    </svg>
  );
}

import { useLingui } from "@lingui/react/macro";
import { cents, money } from "@/lib/format";
import s from "./Year.module.css";

interface Part {
  label: string;
  amount: string;
  className: string | undefined;
}

interface Bar {
  label: string;
  parts: Part[];
  total: string;
}

/** Below this share of the longest bar a part is named in the legend only. */
const MIN_LABEL_SHARE = 0.36;

/** Two bars on one scale: what the year costs with the plan, and without insurance. */
export function YearChart({ bars, alt }: { bars: Bar[]; alt: string }) {
  const { t } = useLingui();
  const most = Math.max(...bars.map((bar) => cents(bar.total)), 1);
  const share = (amount: string) => cents(amount) / most;
  return (
    <div className={s.chart} role="img" aria-label={t`A year at a glance: ${alt}`}>
      {bars.map((bar) => (
        <div key={bar.label}>
          <p className={s.barHead}>
            <span>{bar.label}</span>
            <b className="num">{money(bar.total)}</b>
          </p>
          <div className={s.bar}>
            {bar.parts.map(({ label, amount, className }) => (
              <span key={label} className={className} style={{ width: `${share(amount) * 100}%` }}>
                {bar.parts.length > 1 && share(amount) >= MIN_LABEL_SHARE && `${label} ${money(amount)}`}
              </span>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

import { Disclosure } from "@/components/ui/Disclosure";
import { cents, money } from "@/lib/format";
import type { PlanDetail } from "@/lib/shop/types";
import s from "./PlanAbout.module.css";

const LOOK: Record<string, { bar: string | undefined; mark: string }> = {
  deductible: { bar: s.ded, mark: "var(--chart-rest)" },
  you: { bar: s.you, mark: "var(--chart-3)" },
  plan: { bar: s.plan, mark: "var(--chart-1)" },
};

/** Below this share of the bar a part is named in the legend only. */
const MIN_LABEL_SHARE = 0.18;

const short = (amount: string) => money(amount).replace(/\.00$/, "");

/** A worked example as one bar, true to scale, with its numbers in words. */
export function Example({ example }: { example: PlanDetail["example"] }) {
  const parts = (example?.parts ?? []).filter((part) => cents(part.amount) > 0);
  const total = parts.reduce((sum, part) => sum + cents(part.amount), 0);
  if (!example?.title || total === 0) return null;
  return (
    <section aria-labelledby="example">
      <Disclosure open summary={<h2 id="example">{example.title}</h2>}>
        <div className={s.split}>
          <div
            className={s.splitBar}
            role="img"
            aria-label={parts.map((part) => `${part.label} ${short(part.amount)}`).join(", ")}
          >
            {parts.map((part) => (
              <span key={part.label} className={LOOK[part.role]?.bar} style={{ flex: cents(part.amount) }}>
                {cents(part.amount) / total >= MIN_LABEL_SHARE && `${part.label} ${short(part.amount)}`}
              </span>
            ))}
          </div>
          <p className={s.legend}>
            {parts.map((part) => (
              <span key={part.label}>
                <i style={{ background: LOOK[part.role]?.mark }} aria-hidden="true" />
                {part.label} {short(part.amount)}
              </span>
            ))}
          </p>
          {example.note && <p className="small">{example.note}</p>}
        </div>
      </Disclosure>
    </section>
  );
}

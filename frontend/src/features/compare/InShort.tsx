import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { cents, fromCents, money } from "@/lib/format";
import s from "./InShort.module.css";
import type { Line } from "./lines";
import type { PlanColumn } from "./useColumns";

/** How many rows a sentence names. */
const NAMED = 3;
const MONTHS = 12;

/** The care that this plan alone makes wait longest, at least half a year. */
function longestWait(lines: Line[], at: number): { label: string; months: number } | null {
  for (const line of lines) {
    const waits = line.figures.map((figure) => figure?.wait ?? 0);
    const own = waits[at] ?? 0;
    if (own >= MONTHS / 2 && waits.every((wait, other) => other === at || wait < own)) {
      return { label: line.label, months: own };
    }
  }
  return null;
}

/** One sentence or two for each plan, from the rows that differ. Never one winner of all. */
export default function InShort({ columns, lines }: { columns: PlanColumn[]; lines: Line[] }) {
  const { t } = useLingui();
  const priced = columns.filter((column) => column.priced && column.plan);
  const lowest = Math.min(...priced.map((column) => cents(column.priced?.cost.monthly ?? "0")));
  const cheapest = priced.find((column) => cents(column.priced?.cost.monthly ?? "0") === lowest);
  const sentences = (column: PlanColumn): string[] => {
    const at = columns.indexOf(column);
    const best = lines.filter((line) => line.best === at);
    const names = best
      .slice(0, NAMED)
      .map(({ label }) => label)
      .join("; ");
    const [count, all] = [best.length, lines.filter((line) => line.best !== null).length];
    const more = cents(column.priced?.cost.monthly ?? "0") - lowest;
    const other = cheapest?.plan?.plan_name ?? "";
    const amount = money(fromCents(more));
    const wait = longestWait(lines, at);
    return [
      ...(count > 0
        ? [t`Best in ${plural(count, { one: "# row", other: "# rows" })} of ${all}: ${names}.`]
        : []),
      ...(count === 0 && all > 0 ? [t`Doesn't lead in any category.`] : []),
      ...(more > 0 ? [t`Costs ${amount} more a month than ${other}.`] : []),
      ...(wait ? [t`Waits ${wait.months} months for: ${wait.label}.`] : []),
    ];
  };
  if (priced.length < 2) return null;
  return (
    <section className={s.short} aria-labelledby="in-short">
      <h2 id="in-short">
        <Trans>In short</Trans>
      </h2>
      <ul data-count={columns.length}>
        {columns.map((column) => (
          <li key={column.id}>
            {column.priced && column.plan && (
              <>
                <b>{column.plan.plan_name}</b> {sentences(column).join(" ")}
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

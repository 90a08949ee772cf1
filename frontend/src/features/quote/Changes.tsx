import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { LineChange, OpenedQuote } from "@/client";
import { money } from "@/lib/format";
import s from "./Changes.module.css";

/** Return what changed a price, in the words of its proof. */
const REASONS = new Set(["rate", "factor", "input"]);

function Why({ line }: { line: LineChange }) {
  const { message, table, parts } = line;
  if (message) return <small>{message}</small>;
  const since = table?.new?.since;
  const reasons = (parts ?? []).filter((part) => part.changed && REASONS.has(part.kind));
  return (
    <>
      {since && table?.old && table.old.id !== table.new?.id && (
        <small>
          <Trans>The insurer's new rates took effect on {since}.</Trans>
        </small>
      )}
      {reasons.map(({ kind, code, label, old, new: now }) => (
        <small key={`${kind}-${code}`}>
          {label}: {old ?? "–"} → {now ?? "–"}
        </small>
      ))}
    </>
  );
}

/** The old value struck through, and the new one marked. */
export function WasNow({ was, now }: { was: string; now: string | null }) {
  return (
    <>
      <del>
        <span className="sr">
          <Trans>was</Trans>{" "}
        </span>
        {money(was)}
      </del>{" "}
      <mark>{now === null ? <Trans>Not available</Trans> : money(now)}</mark>
    </>
  );
}

/** The changes since the quote was sent; absent without any. */
export function Changes({ quote }: { quote: OpenedQuote }) {
  const { t } = useLingui();
  const { lines } = quote.reprice;
  const { sent_on } = quote;
  const count = lines.length;
  if (count === 0) return null;
  return (
    <section className={s.changes} aria-labelledby="changes">
      <h2 id="changes">
        {t`${plural(count, { one: "# price changed", other: "# prices changed" })}`}{" "}
        <Trans>
          since it was sent on <span className="num">{sent_on}</span>
        </Trans>
      </h2>
      <ul>
        {lines.map((line) => (
          <li key={line.plan_id}>
            <p>
              <a href={`#plan-${line.plan_id}`}>{line.plan_name}</a>
              <Why line={line} />
            </p>
            <p className="num">
              <WasNow was={line.old} now={line.new} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

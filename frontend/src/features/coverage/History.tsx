import { Trans, useLingui } from "@lingui/react/macro";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Disclosure } from "@/components/ui/Disclosure";
import { type Entry, groupChanges } from "./entries";
import s from "./History.module.css";
import { NewPrice } from "./NewPrice";
import type { CoverageChange } from "./reads";
import { TakenBack } from "./TakenBack";
import { useUndo } from "./useUndo";

/** As many as stand beside each other; the rest is folded. */
const SHOWN = 4;
const HEADING = "changes";

/** Recent changes, newest first; today's can be undone by their sender. */
export function History({ changes }: { changes: CoverageChange[] }) {
  const entries = groupChanges(changes);
  const undoing = useUndo();
  const rest = entries.length - SHOWN;
  if (entries.length === 0) return null;
  return (
    <section className={s.history} aria-labelledby={HEADING}>
      <h2 id={HEADING} tabIndex={-1}>
        <Trans>History</Trans>
      </h2>
      {undoing.problem && (
        <Banner tone="bad" live="alert">
          {undoing.problem}
        </Banner>
      )}
      <Row entries={entries.slice(0, SHOWN)} undoing={undoing} />
      {rest > 0 && (
        <Disclosure summary={<Trans>Earlier changes: {rest}</Trans>}>
          <Row entries={entries.slice(SHOWN)} undoing={undoing} />
        </Disclosure>
      )}
    </section>
  );
}

function Row({ entries, undoing }: { entries: Entry[]; undoing: ReturnType<typeof useUndo> }) {
  const { t } = useLingui();
  return (
    <ol className={s.row}>
      {entries.map(({ key, title, recorded, by, changes }) => (
        <li key={key}>
          <span className={s.day}>{recorded}</span>
          <h3>{title}</h3>
          {changes.map((change) => (
            <p key={change.id}>
              {change.plan}, <When change={change} /> <NewPrice change={change} />
            </p>
          ))}
          <p className={s.by}>{by}</p>
          <TakenBack changes={changes} />
          {changes.some((change) => change.may_withdraw) && (
            <Button
              size="sm"
              busy={undoing.busy === changes[0]?.order_id}
              busyText={t`Undoing`}
              aria-label={t`Undo: ${title}, ${changes.map((change) => change.plan).join(", ")}`}
              onClick={() => void undoing.undo(changes[0]?.order_id ?? "", HEADING)}
            >
              <Trans>Undo</Trans>
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}

function When({ change }: { change: CoverageChange }) {
  const { effective } = change;
  return change.kind === "end" ? <Trans>last day {effective}.</Trans> : <Trans>from {effective}.</Trans>;
}

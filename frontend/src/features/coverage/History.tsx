import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { MemberCoverage } from "@/client";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { FailedRead } from "@/components/ui/State";
import { Pager } from "@/components/ui/Table";
import { announce } from "@/lib/announce";
import { type Entry, groupChanges } from "./entries";
import s from "./History.module.css";
import { NewPrice } from "./NewPrice";
import { type CoverageChange, useChanges } from "./reads";
import { TakenBack } from "./TakenBack";
import { useUndo } from "./useUndo";

const HEADING = "changes";

/** Everything that happened, newest first, by pages; today's can be undone by their sender. */
export function History({ coverage }: { coverage: MemberCoverage }) {
  const { t } = useLingui();
  const [page, setPage] = useState(1);
  const undoing = useUndo();
  const later = useChanges(page);
  const pages = coverage.changes_pages;
  const changes = page === 1 ? coverage.changes : (later.data?.result ?? coverage.changes);
  if (coverage.changes.length === 0) return null;
  const turn = (to: number) => {
    setPage(to);
    announce(t`Page ${to} of ${pages}`);
  };
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
      {page > 1 && later.isError ? (
        <FailedRead onRetry={() => void later.refetch()} busy={later.isFetching} />
      ) : (
        <Row entries={groupChanges(changes)} undoing={undoing} busy={page > 1 && later.isPending} />
      )}
      <Pager page={Math.min(page, pages)} pages={pages} onPage={turn} />
    </section>
  );
}

interface RowProps {
  entries: Entry[];
  undoing: ReturnType<typeof useUndo>;
  busy: boolean;
}

function Row({ entries, undoing, busy }: RowProps) {
  const { t } = useLingui();
  return (
    <ol className={s.row} aria-busy={busy || undefined}>
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

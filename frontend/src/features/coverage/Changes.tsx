import { Trans, useLingui } from "@lingui/react/macro";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Pager, Table } from "@/components/ui/Table";
import { money } from "@/lib/format";
import { usePages } from "@/lib/usePages";
import s from "./Coverage.module.css";
import type { CoverageChange } from "./reads";
import { TakenBack } from "./TakenBack";
import { useUndo } from "./useUndo";

const HEADING = "changes";
const PER_PAGE = 20;

/** What happened to a policy, newest first, with what it cost before and after: the staircase in words. A change of
 * today can be taken back by whoever sent it. */
export function Changes({ changes }: { changes: CoverageChange[] }) {
  const { t } = useLingui();
  const { busy, problem, undo } = useUndo();
  const open = changes.some((change) => change.may_withdraw);
  const { rows, pager } = usePages(changes, PER_PAGE);
  return (
    <section aria-labelledby={HEADING}>
      <h2 id={HEADING} className={s.title} tabIndex={-1}>
        <Trans>Every change</Trans>
      </h2>
      {problem && (
        <Banner tone="bad" live="alert">
          {problem}
        </Banner>
      )}
      <Table
        caption={t`Every change of this policy`}
        className={s.changes}
        rows={rows}
        rowKey={(change) => change.id}
        columns={[
          {
            key: "effective",
            label: t`Takes effect`,
            header: true,
            cell: (change) => <span className="num">{change.effective}</span>,
          },
          {
            key: "what",
            label: t`What happened`,
            bare: true,
            cell: (change) => (
              <>
                {change.title}
                {change.kind === "end" && (
                  <small>
                    <Trans>Last day {change.effective}</Trans>
                  </small>
                )}
                <TakenBack changes={[change]} />
              </>
            ),
          },
          {
            key: "recorded",
            label: t`Recorded`,
            cell: (change) => (
              <Trans>
                {change.recorded}, {change.by}
              </Trans>
            ),
          },
          {
            key: "before",
            label: t`Before`,
            right: true,
            cell: (change) => (change.before ? money(change.before) : "–"),
          },
          {
            key: "after",
            label: t`After`,
            right: true,
            cell: (change) => <b>{change.after ? money(change.after) : "–"}</b>,
          },
          ...(open
            ? [
                {
                  key: "undo",
                  label: t`Undo`,
                  head: <span className="sr">{t`Undo`}</span>,
                  right: true,
                  bare: true,
                  cell: (change: CoverageChange) =>
                    change.may_withdraw && (
                      <Button
                        size="sm"
                        busy={busy === change.order_id}
                        busyText={t`Undoing`}
                        aria-label={t`Undo: ${change.title}, ${change.plan}`}
                        onClick={() => void undo(change.order_id, HEADING)}
                      >
                        <Trans>Undo</Trans>
                      </Button>
                    ),
                },
              ]
            : []),
        ]}
      />
      <Pager {...pager} />
    </section>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import type { WorkItem } from "@/client";
import { Button } from "@/components/ui/Button";
import type { Column } from "@/components/ui/Table";
import { Lines, RowActions, Short, sortedBy } from "@/components/work/List";
import { usePlanColumns, WorkTable, type WorkTableProps } from "@/components/work/WorkTable";
import { StatusBadge } from "./status";

export type Action = WorkItem["can"][number] | "history";

interface EnrollmentTableProps extends WorkTableProps<WorkItem> {
  onOpen: (row: WorkItem) => void;
  onAct: (action: Action, row: WorkItem) => void;
}

const RECEIPT = "/enrollment/receipt";

/** Once others than the rep or group had to do with it, there is something to tell. */
function actionsOf({ can, status }: WorkItem): Action[] {
  return status === "draft" || status === "saved" ? can : [...can, "history"];
}

/** Going on, and beside it what else can be done with an enrollment that isn't submitted. */
function Actions({ row, onOpen, onAct }: Pick<EnrollmentTableProps, "onOpen" | "onAct"> & { row: WorkItem }) {
  const { t } = useLingui();
  const who = row.name || row.quoted_to || row.plans[0] || t`No name yet`;
  const sold = row.href === RECEIPT;
  const words = {
    code:
      row.status === "saved"
        ? [t`Resend code`, t`Resend code, ${who}`]
        : [t`Send code`, t`Send code, ${who}`],
    history: [t`What happened`, t`What happened, ${who}`],
    link: [t`Copy link`, t`Copy link, ${who}`],
    withdraw: [t`Withdraw`, t`Withdraw, ${who}`],
  } as const;
  return (
    <RowActions>
      {row.href && (
        <Button
          size="sm"
          aria-label={sold ? t`Open receipt, ${who}` : t`Resume, ${who}`}
          onClick={() => onOpen(row)}
        >
          {sold ? <Trans>Open receipt</Trans> : <Trans>Resume</Trans>}
        </Button>
      )}
      {actionsOf(row).map((action) => (
        <Button
          key={action}
          size="sm"
          tone="quiet"
          aria-label={words[action][1]}
          onClick={() => onAct(action, row)}
        >
          {words[action][0]}
        </Button>
      ))}
    </RowActions>
  );
}

export function EnrollmentTable({ rows, sort, onSort, stale, onOpen, onAct }: EnrollmentTableProps) {
  const { t } = useLingui();
  const planColumns = usePlanColumns<WorkItem>(
    <span className="mute">
      <Trans>No plans yet</Trans>
    </span>,
  );
  const columns: Column<WorkItem>[] = [
    {
      key: "name",
      label: t`Person`,
      header: true,
      width: 200,
      cell: (row) => (
        <Lines
          note={
            row.step ? <Trans>Last step: {row.step}</Trans> : row.quoted_to && <Trans>Sent as a quote</Trans>
          }
        >
          {row.name || row.quoted_to ? (
            <b>{row.name || row.quoted_to}</b>
          ) : (
            <span className="mute">
              <Trans>No name yet</Trans>
            </span>
          )}
        </Lines>
      ),
    },
    { key: "status", label: t`Status`, cell: (row) => <StatusBadge status={row.status} /> },
    ...planColumns,
    {
      key: "changed",
      ...sortedBy({ label: t`Last change`, of: "changed", sort, onSort }),
      cell: (row) => <Short>{row.changed_on}</Short>,
    },
  ];
  return (
    <WorkTable
      caption={t`Enrollments`}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.enrollment_id}
      actions={(row) => <Actions row={row} onOpen={onOpen} onAct={onAct} />}
      stale={stale}
    />
  );
}

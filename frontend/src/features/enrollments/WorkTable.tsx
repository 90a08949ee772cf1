import { Trans, useLingui } from "@lingui/react/macro";
import type { WorkItem } from "@/client";
import { Button } from "@/components/ui/Button";
import { type Column, Table } from "@/components/ui/Table";
import { Lines, listTable, RowActions, Short, sortedBy } from "@/components/work/List";
import { money } from "@/lib/format";
import { StatusBadge } from "./status";

export type Action = WorkItem["can"][number] | "history";

interface WorkTableProps {
  rows: WorkItem[];
  sort: string;
  onSort: (sort: string) => void;
  stale: boolean;
  onOpen: (row: WorkItem) => void;
  onAct: (action: Action, row: WorkItem) => void;
}

const RECEIPT = "/enrollment/receipt";

/** Once others than the rep or group had to do with it, there is something to tell. */
function actionsOf({ can, status }: WorkItem): Action[] {
  return status === "draft" || status === "saved" ? can : [...can, "history"];
}

/** Going on, and beside it what else can be done with an enrollment that isn't submitted. */
function Actions({ row, onOpen, onAct }: Pick<WorkTableProps, "onOpen" | "onAct"> & { row: WorkItem }) {
  const { t } = useLingui();
  const who = row.name || row.plans[0] || t`No name yet`;
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

export function WorkTable({ rows, sort, onSort, stale, onOpen, onAct }: WorkTableProps) {
  const { t } = useLingui();
  const columns: Column<WorkItem>[] = [
    {
      key: "name",
      label: t`Person`,
      header: true,
      width: 200,
      cell: (row) => (
        <Lines>
          {row.name ? (
            <b>{row.name}</b>
          ) : (
            <span className="mute">
              <Trans>No name yet</Trans>
            </span>
          )}
          {row.step && (
            <span className="xs mute">
              <Trans>Last step: {row.step}</Trans>
            </span>
          )}
        </Lines>
      ),
    },
    { key: "status", label: t`Status`, cell: (row) => <StatusBadge status={row.status} /> },
    {
      key: "plans",
      label: t`Plans`,
      cell: (row) => (
        <Lines>
          {row.plans.map((plan) => (
            <span key={plan}>{plan}</span>
          ))}
          {row.plans.length === 0 && (
            <span className="mute">
              <Trans>No plans yet</Trans>
            </span>
          )}
        </Lines>
      ),
    },
    {
      key: "monthly",
      label: t`Monthly`,
      cell: (row) => <span className="num">{money(row.monthly)}</span>,
    },
    {
      key: "changed",
      ...sortedBy({ label: t`Last change`, of: "changed", sort, onSort }),
      cell: (row) => <Short>{row.changed_on}</Short>,
    },
    {
      key: "action",
      label: t`Action`,
      bare: true,
      right: true,
      cell: (row) => <Actions row={row} onOpen={onOpen} onAct={onAct} />,
    },
  ];
  return (
    <Table
      variant="grid"
      caption={t`Enrollments`}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.enrollment_id}
      className={listTable}
      stale={stale}
    />
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import type { LeadItem } from "@/client";
import { Button } from "@/components/ui/Button";
import type { Column } from "@/components/ui/Table";
import { Lines, Short, sortedBy } from "@/components/work/List";
import { WorkTable, type WorkTableProps } from "@/components/work/WorkTable";
import { LeadBadge } from "./status";

interface LeadTableProps extends WorkTableProps<LeadItem> {
  onOpen: (row: LeadItem) => void;
}

export function LeadTable({ rows, sort, onSort, stale, onOpen }: LeadTableProps) {
  const { t } = useLingui();
  const describeVisitor = (row: LeadItem) => row.email || row.phone || t`Visitor without contact`;
  const columns: Column<LeadItem>[] = [
    {
      key: "who",
      label: t`Contact`,
      header: true,
      width: 240,
      cell: (row) => (
        <Lines note={row.email && row.phone}>
          <b>{describeVisitor(row)}</b>
        </Lines>
      ),
    },
    { key: "status", label: t`Status`, cell: (row) => <LeadBadge status={row.status} /> },
    {
      key: "said",
      label: t`Answers`,
      long: true,
      cell: (row) => (
        <Lines note={!row.finished && <Trans>Chat not finished</Trans>}>
          <span>{row.answers.map((answer) => answer.answer).join(" · ")}</span>
        </Lines>
      ),
    },
    {
      key: "notes",
      label: t`Notes`,
      cell: (row) => <span className="num">{row.notes.length}</span>,
    },
    {
      key: "changed",
      ...sortedBy({ label: t`Last change`, of: "changed", sort, onSort }),
      cell: (row) => <Short>{row.changed_on}</Short>,
    },
  ];
  return (
    <WorkTable
      caption={t`Leads`}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.lead_id}
      actions={(row) => (
        <Button size="sm" aria-label={t`Open lead, ${describeVisitor(row)}`} onClick={() => onOpen(row)}>
          <Trans>Open</Trans>
        </Button>
      )}
      stale={stale}
    />
  );
}

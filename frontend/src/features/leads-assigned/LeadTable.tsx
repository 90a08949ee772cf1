import { Trans, useLingui } from "@lingui/react/macro";
import type { LeadItem } from "@/client";
import type { Column } from "@/components/ui/Table";
import { Lines, Short, sortedBy } from "@/components/work/List";
import { type Selected, useSelectColumn } from "@/components/work/Selection";
import { useSince } from "@/components/work/since";
import { WorkTable, type WorkTableProps } from "@/components/work/WorkTable";
import { cx } from "@/lib/cx";
import { Link } from "@/lib/router";
import { Call } from "./Contact";
import s from "./Lead.module.css";
import { isOld } from "./old";
import { StartQuote } from "./StartQuote";
import { LeadBadge } from "./status";

interface LeadTableProps extends WorkTableProps<LeadItem> {
  selected: Selected<string>;
  onSelect: (leadIds: string[], on: boolean) => void;
}

/** Leads by name, with what they need and what to do next. */
export function LeadTable({ rows, sort, onSort, stale, selected, onSelect }: LeadTableProps) {
  const { t } = useLingui();
  const select = useSelectColumn({
    rows,
    keyOf: (row) => row.lead_id,
    nameOf: (row) => row.title,
    all: t`Select all leads on this page`,
    selected,
    onSelect,
  });
  const since = useSince();
  const columns: Column<LeadItem>[] = [
    select,
    {
      key: "who",
      label: t`Lead`,
      header: true,
      width: 180,
      cell: (row) => (
        <Lines note={[row.age, row.place].filter(Boolean).join(", ")}>
          <Link className={s.who} to={`/leads/${row.lead_id}`}>
            {row.title}
          </Link>
        </Lines>
      ),
    },
    {
      key: "need",
      label: t`Needs`,
      long: true,
      cell: (row) => (
        <Lines note={!row.finished && <Trans>Chat not finished</Trans>}>
          <span className={s.clip}>{row.need}</span>
        </Lines>
      ),
    },
    {
      key: "since",
      ...sortedBy({ label: t`Since`, of: "changed", sort, onSort }),
      cell: (row) => (
        <Short>
          <span className={cx(isOld(row) && s.old)}>{since(row.began_at)}</span>
        </Short>
      ),
    },
    {
      key: "status",
      label: t`Status`,
      width: 130,
      cell: (row) => {
        const { follow_up_on: day } = row;
        return (
          <Lines note={day && <Trans>Follow up {day}</Trans>}>
            <span className={s.status}>
              <LeadBadge status={row.status} />
            </span>
          </Lines>
        );
      },
    },
  ];
  return (
    <WorkTable
      caption={t`Leads`}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.lead_id}
      actions={(row) => (
        <span className={s.rowActs}>
          <Call lead={row} brief />
          <StartQuote lead={row} size="sm" />
        </span>
      )}
      stale={stale}
    />
  );
}

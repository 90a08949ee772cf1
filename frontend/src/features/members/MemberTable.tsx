import { Trans, useLingui } from "@lingui/react/macro";
import { Avatar } from "@/components/ui/Avatar";
import { Button } from "@/components/ui/Button";
import { Email } from "@/components/ui/Facts";
import type { Column } from "@/components/ui/Table";
import { sortedBy } from "@/components/work/List";
import type { MemberRow } from "@/components/work/members";
import { PlanStates } from "@/components/work/PlanStates";
import { WorkTable, type WorkTableProps } from "@/components/work/WorkTable";
import s from "./Members.module.css";

interface MemberTableProps extends WorkTableProps<MemberRow> {
  onEnroll: (row: MemberRow) => void;
}

function Person({ row }: { row: MemberRow }) {
  return (
    <span className={s.person}>
      <Avatar name={row.name} size="sm" />
      <span>
        <b>{row.name}</b>
        <span className="mute num">{row.dob}</span>
        <span className="mute">
          <Email address={row.email} />
        </span>
      </span>
    </span>
  );
}

export function MemberTable({ rows, sort, onSort, stale, onEnroll }: MemberTableProps) {
  const { t } = useLingui();
  const sorting = (of: string, label: string) => sortedBy({ label, of, sort, onSort });
  const columns: Column<MemberRow>[] = [
    {
      key: "name",
      ...sorting("name", t`Member details`),
      header: true,
      width: 264,
      cell: (row) => <Person row={row} />,
    },
    { key: "group", ...sorting("group", t`Group`), cell: (row) => row.group_info.group_name || t`None` },
    {
      key: "ssn",
      label: t`SSN`,
      cell: (row) => <span className={`num ${s.ssn}`}>{row.ssn || t`None`}</span>,
    },
    { key: "plans", label: t`Benefits`, bare: true, cell: (row) => <PlanStates plans={row.plan_info} /> },
  ];
  return (
    <WorkTable
      caption={t`Current members`}
      columns={columns}
      rows={rows}
      rowKey={(row) => String(row.user_id)}
      actions={(row) => (
        <Button size="sm" aria-label={t`Enroll Now, ${row.name}`} onClick={() => onEnroll(row)}>
          <Trans>Enroll Now</Trans>
        </Button>
      )}
      stale={stale}
    />
  );
}

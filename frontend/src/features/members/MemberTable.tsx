import { Trans, useLingui } from "@lingui/react/macro";
import { Avatar } from "@/components/ui/Avatar";
import { Button } from "@/components/ui/Button";
import { Icon } from "@/components/ui/Icon";
import { type Column, Table } from "@/components/ui/Table";
import type { MemberRow } from "@/components/work/members";
import { PlanStates } from "@/components/work/PlanStates";
import { cx } from "@/lib/cx";
import s from "./Members.module.css";

interface MemberTableProps {
  rows: MemberRow[];
  sort: string;
  onSort: (sort: string) => void;
  stale: boolean;
  onEnroll: (row: MemberRow) => void;
}

/** An address may break before its host, and nowhere else while it fits. */
function Email({ address }: { address: string }) {
  const [local, host] = address.split("@");
  return (
    <span className="mute">
      {local}
      {host && (
        <>
          <wbr />@{host}
        </>
      )}
    </span>
  );
}

function Person({ row }: { row: MemberRow }) {
  return (
    <span className={s.person}>
      <Avatar name={row.name} size="sm" />
      <span>
        <b>{row.name}</b>
        <span className="mute num">{row.dob}</span>
        <Email address={row.email} />
      </span>
    </span>
  );
}

interface HeadingProps {
  label: string;
  of: string;
  sort: string;
  onSort: (sort: string) => void;
}

/** Sorts by its column, "name" up and "-name" down; a second press turns the order round. */
function Heading({ label, of, sort, onSort }: HeadingProps) {
  const down = sort === `-${of}`;
  const mark = cx(!down && s.up, sort !== of && !down && s.unsorted);
  return (
    <button type="button" className={s.sort} onClick={() => onSort(sort === of ? `-${of}` : of)}>
      {label}
      <Icon name="down" size="sm" className={mark} />
    </button>
  );
}

function direction(of: string, sort: string): "ascending" | "descending" | undefined {
  if (sort === of) return "ascending";
  return sort === `-${of}` ? "descending" : undefined;
}

export function MemberTable({ rows, sort, onSort, stale, onEnroll }: MemberTableProps) {
  const { t } = useLingui();
  const sorting = (of: string, label: string) => ({
    label,
    head: <Heading label={label} of={of} sort={sort} onSort={onSort} />,
    sorted: direction(of, sort),
  });
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
    {
      key: "enroll",
      label: t`Action`,
      bare: true,
      right: true,
      cell: (row) => (
        <Button size="sm" aria-label={t`Enroll Now, ${row.name}`} onClick={() => onEnroll(row)}>
          <Trans>Enroll Now</Trans>
        </Button>
      ),
    },
  ];
  return (
    <Table
      variant="grid"
      caption={t`Current members`}
      columns={columns}
      rows={rows}
      rowKey={(row) => String(row.user_id)}
      className={s.table}
      stale={stale}
    />
  );
}

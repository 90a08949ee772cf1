import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Avatar } from "@/components/ui/Avatar";
import { Badge } from "@/components/ui/Badge";
import { type Column, Table } from "@/components/ui/Table";
import { PersonLink } from "@/components/work/group/PersonLink";
import type { Person } from "@/components/work/group/reads";
import { useSelectColumn } from "@/components/work/Selection";
import { Wide } from "@/components/work/WorkTable";
import { compareDays, parseDay } from "@/lib/dates";
import { money } from "@/lib/format";
import s from "./GroupPeople.module.css";

const TONES = {
  joins: "ok",
  leaves: "warn",
  changes: "brand",
  waits: "accent",
  left: undefined,
  ends: "warn",
} as const;

function byDay(left: string, right: string): number {
  const [a, b] = [parseDay(left), parseDay(right)];
  return a && b ? compareDays(a, b) : 0;
}

function Amount({
  row,
  part,
  children,
}: {
  row: Person;
  part: "premium" | "employer" | "own";
  children?: ReactNode;
}) {
  if (row.plans.length === 0) return <span className="mute">–</span>;
  if (row.plans.every((plan) => plan.starts_on)) {
    const [firstDay] = row.plans.map((plan) => plan.starts_on).toSorted(byDay);
    return (
      <span className="small mute">
        <Trans>From {firstDay}</Trans>
      </span>
    );
  }
  const value = row.split[part];
  return (
    <span className={`num ${s.amount}`}>
      {value ? money(value) : <Trans>Not recorded</Trans>}
      {children}
    </span>
  );
}

function Plans({ person }: { person: Person }) {
  if (person.plans.length > 0) {
    return (
      <span className={s.lines}>
        {person.plans.map((plan) => (
          <span key={plan.policy_number}>
            {plan.plan}
            <span className="xs mute" style={{ display: "block" }}>
              {[plan.tier, plan.people.join(", ")].filter(Boolean).join(": ")}
            </span>
            {plan.chain.map((text) => (
              <span key={text} className="xs mute" style={{ display: "block" }}>
                {text}
              </span>
            ))}
          </span>
        ))}
        {person.fees.map((fee) => (
          <span key={fee.name} className="small">
            {fee.name}, {money(fee.split.own)}
          </span>
        ))}
      </span>
    );
  }
  return person.enroll_by ? (
    <span className="small">
      <Trans>
        Can enroll until {person.enroll_by}; coverage starts {person.covered_from}
      </Trans>
    </span>
  ) : (
    <span className="mute">
      <Trans>No plan</Trans>
    </span>
  );
}

interface PeopleTableProps {
  people: Person[];
  stale: boolean;
  actions?: ((person: Person) => ReactNode) | undefined;
  /** The people who are selected, and what a press on one does. */
  selected: ReadonlySet<number>;
  onSelect: (memberIds: number[], on: boolean) => void;
}

/** Each person with the plans, what comes next, and who pays how much. */
export function PeopleTable({ people, stale, actions, selected, onSelect }: PeopleTableProps) {
  const { t } = useLingui();
  const select = useSelectColumn({
    rows: people,
    keyOf: (row) => row.member_id,
    nameOf: (row) => row.name,
    all: t`Select everyone on this page`,
    selected,
    onSelect,
  });
  const columns: Column<Person>[] = [
    select,
    {
      key: "person",
      label: t`Person`,
      header: true,
      width: 190,
      cell: (row) => (
        <span className={s.person}>
          <Avatar name={row.name} size="sm" />
          <span>
            <PersonLink id={row.member_id}>{row.name}</PersonLink>
            <span className="xs mute">{row.class_name}</span>
            {row.hired_on && (
              <span className="xs mute">
                <Trans>Hired {row.hired_on}</Trans>
              </span>
            )}
            {row.left_on && (
              <span className="xs mute">
                <Trans>Last day {row.left_on}</Trans>
              </span>
            )}
          </span>
        </span>
      ),
    },
    {
      key: "plans",
      label: t`Plans`,
      minWidth: "min(170px, 12.5vw)",
      cell: (row) => (
        <span className={s.lines}>
          <Plans person={row} />
          {row.marks.map((mark) => (
            <span key={mark.kind}>
              <Badge {...(TONES[mark.kind] ? { tone: TONES[mark.kind] } : {})}>{mark.text}</Badge>
            </span>
          ))}
        </span>
      ),
    },
    { key: "premium", label: t`Premium`, right: true, cell: (row) => <Amount row={row} part="premium" /> },
    {
      key: "employer",
      label: t`Group pays`,
      right: true,
      cell: (row) => <Amount row={row} part="employer" />,
    },
    {
      key: "own",
      label: t`They pay`,
      right: true,
      cell: (row) => (
        <Amount row={row} part="own">
          {row.split.each_pay && <span className="xs mute">{row.split.each_pay}</span>}
        </Amount>
      ),
    },
  ];
  if (actions) {
    columns.push({ key: "action", label: t`Action`, bare: true, right: true, cell: actions });
  }
  return (
    <Wide>
      <Table
        variant="grid"
        caption={t`People of the group`}
        columns={columns}
        rows={people}
        rowKey={(row) => String(row.member_id)}
        stale={stale}
      />
    </Wide>
  );
}

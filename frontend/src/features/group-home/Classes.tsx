import { Trans, useLingui } from "@lingui/react/macro";
import type { GroupPeople } from "@/client";
import { Panel } from "@/components/ui/Card";
import { Table } from "@/components/ui/Table";
import { Wide } from "@/components/work/WorkTable";
import { money } from "@/lib/format";
import { Link } from "@/lib/router";

interface Row {
  name: string;
  everybody: number;
  people: number;
  employer: string;
  own: string;
}

const show = (amount: string, missing: string) => (amount ? money(amount) : missing);

/** The group's people by class, and who pays how much of what they have. */
export function Classes({ people }: { people: GroupPeople }) {
  const { t } = useLingui();
  const { classes, group_name: group, total_split: total } = people;
  if (classes.length === 0) return null;
  const rows: Row[] = classes.map(({ split, ...row }) => ({
    ...row,
    employer: split.employer,
    own: split.own,
  }));
  const sum = (name: "everybody" | "people") => classes.reduce((count, row) => count + row[name], 0);
  const missing = t`Not on record`;
  return (
    <Panel
      titleId="classes"
      title={<Trans>People by class</Trans>}
      aside={
        <Link to="/group-home/people" className="small">
          <Trans>See everyone</Trans>
        </Link>
      }
    >
      <Wide>
        <Table
          variant="grid"
          caption={t`People by class`}
          rows={[
            ...rows,
            {
              name: "",
              everybody: sum("everybody"),
              people: sum("people"),
              employer: total.employer,
              own: total.own,
            },
          ]}
          rowKey={(row) => row.name}
          columns={[
            {
              key: "class",
              label: t`Class`,
              header: true,
              cell: (row) => row.name || <Trans>A month</Trans>,
            },
            {
              key: "everybody",
              label: t`People`,
              right: true,
              cell: (row) => <Figure of={row}>{row.everybody}</Figure>,
            },
            {
              key: "covered",
              label: t`Covered now`,
              right: true,
              cell: (row) => <Figure of={row}>{row.people}</Figure>,
            },
            {
              key: "employer",
              label: t`${group} pays`,
              right: true,
              cell: (row) => <Figure of={row}>{show(row.employer, missing)}</Figure>,
            },
            {
              key: "own",
              label: t`They pay`,
              right: true,
              cell: (row) => <Figure of={row}>{show(row.own, missing)}</Figure>,
            },
          ]}
        />
      </Wide>
    </Panel>
  );
}

function Figure({ of, children }: { of: Row; children: number | string }) {
  return of.name ? <span className="num">{children}</span> : <b className="num">{children}</b>;
}

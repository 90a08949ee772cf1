import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { money } from "@/lib/format";
import { type Column, Table } from "../ui/Table";
import { Lines } from "./List";
import s from "./List.module.css";

/** Props that the page of a working list passes to its table. */
export interface WorkTableProps<Row> {
  rows: Row[];
  sort: string;
  onSort: (sort: string) => void;
  /** Newer rows are on their way. */
  stale: boolean;
}

interface TableProps<Row> extends Pick<WorkTableProps<Row>, "rows" | "stale"> {
  caption: string;
  columns: Column<Row>[];
  rowKey: (row: Row) => string;
  /** What can be done with a row, in the last column. */
  actions: (row: Row) => ReactNode;
}

/** The room of a table: with large text it scrolls there, not the page. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className={s.wide}>{children}</div>;
}

/** The table of a working list: its columns, and last the actions of each row. */
export function WorkTable<Row>({ columns, actions, ...table }: TableProps<Row>) {
  const { t } = useLingui();
  const action: Column<Row> = { key: "action", label: t`Action`, bare: true, right: true, cell: actions };
  return (
    <Wide>
      <Table variant="grid" className={s.table} columns={[...columns, action]} {...table} />
    </Wide>
  );
}

/** The plans of a row below each other, or `none`, and what they cost a month. */
export function usePlanColumns<Row extends { plans: string[]; monthly: string }>(
  none?: ReactNode,
): Column<Row>[] {
  const { t } = useLingui();
  return [
    {
      key: "plans",
      label: t`Plans`,
      width: 210,
      cell: ({ plans }) => (
        <Lines>
          {plans.map((plan) => (
            <span key={plan}>{plan}</span>
          ))}
          {plans.length === 0 && none}
        </Lines>
      ),
    },
    { key: "monthly", label: t`Monthly`, cell: (row) => <span className="num">{money(row.monthly)}</span> },
  ];
}

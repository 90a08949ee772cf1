import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { cx } from "@/lib/cx";
import { Icon } from "./Icon";
import s from "./Table.module.css";

export interface Column<Row> {
  key: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** The cell that names the row. */
  header?: boolean;
  right?: boolean;
  /** A sentence: in the stacked phone layout it stands below its label. */
  long?: boolean;
  /** Keep the column's label out of the stacked phone layout. */
  bare?: boolean;
  width?: number;
  /** Never narrower, whatever the other columns hold. */
  minWidth?: string;
  /** In the heading instead of the label, such as a button that sorts. */
  head?: ReactNode;
  sorted?: "ascending" | "descending" | undefined;
}

interface TableProps<Row> {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /** "ledger" for facts on a page, "grid" for working lists inside a panel. */
  variant?: "ledger" | "grid";
  className?: string;
  /** Newer rows are on their way. */
  stale?: boolean;
}

/** Hairlines only; under 820px each row stacks with its column labels. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, variant = "ledger", className, stale } = props;
  const tableClass = variant === "ledger" ? cx(s.ledger, s.ledgerStack) : cx(s.gridTable, s.tableStack);
  return (
    <table className={cx(tableClass, className)} aria-busy={stale || undefined}>
      <caption className="sr">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              className={cx(column.right && s.r)}
              style={{ width: column.width, minWidth: column.minWidth }}
              aria-sort={column.sorted}
            >
              {column.head ? (
                <>
                  <span className="only-d">{column.head}</span>
                  <span className="only-m">{column.label}</span>
                </>
              ) : (
                column.label
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column) =>
              column.header ? (
                <th key={column.key} scope="row">
                  {column.cell(row)}
                </th>
              ) : (
                <td
                  key={column.key}
                  className={cx(column.right && s.r)}
                  data-long={column.long || undefined}
                  data-l={column.bare ? undefined : column.label}
                >
                  {column.cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** First, last, three around the current one; gaps as null. */
export function pagerItems(page: number, pages: number): (number | null)[] {
  const middle = Math.min(Math.max(page, 2), pages - 1);
  const visiblePages = [1, middle - 1, middle, middle + 1, pages].filter(
    (item) => item >= 1 && item <= pages,
  );
  const sorted = [...new Set(visiblePages)].sort((a, b) => a - b);
  return sorted.flatMap((item, index) => {
    const previous = sorted[index - 1];
    return previous !== undefined && item - previous > 1 ? [null, item] : [item];
  });
}

export function Pager({
  page,
  pages,
  onPage,
}: {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}) {
  const { t } = useLingui();
  if (pages < 2) return null;
  return (
    <nav className={s.pager} aria-label={t`Pages`}>
      <button
        type="button"
        aria-label={t`Previous page`}
        disabled={page === 1}
        onClick={() => onPage(page - 1)}
      >
        <Icon name="left" size="sm" />
      </button>
      {pagerItems(page, pages).map((item, index) =>
        item === null ? (
          <span key={`gap-${index}`} aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={item}
            type="button"
            aria-label={t`Page ${item}`}
            aria-current={item === page ? "page" : undefined}
            onClick={() => onPage(item)}
          >
            {item}
          </button>
        ),
      )}
      <button
        type="button"
        aria-label={t`Next page`}
        disabled={page === pages}
        onClick={() => onPage(page + 1)}
      >
        <Icon name="chevron" size="sm" />
      </button>
    </nav>
  );
}

/** A share of 100 as a bar with its number. */
export function Meter({ percent }: { percent: number }) {
  return (
    <span className={s.meter}>
      <span className={s.meterBar} aria-hidden="true">
        <i style={{ width: `${percent}%` }} />
      </span>
      <b className="num">{percent}%</b>
    </span>
  );
}

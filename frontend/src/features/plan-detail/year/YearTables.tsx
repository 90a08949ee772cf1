import { Trans, useLingui } from "@lingui/react/macro";
import type { PlanYear } from "@/client";
import { Table } from "@/components/ui/Table";
import { money } from "@/lib/format";
import { MONTHS, monthName } from "./months";
import type { YearCost } from "./useYear";
import s from "./Year.module.css";

/** What each service comes to, and why. */
export function CareTable({ answer, year }: { answer: YearCost; year: PlanYear }) {
  const { t, i18n } = useLingui();
  const names = Object.fromEntries(answer.people.map(({ value, label }) => [value, label]));
  const rows = year.lines.map((line, index) => ({ ...line, key: String(index) }));
  if (rows.length === 0) return null;
  return (
    <Table
      caption={t`What each service costs you`}
      rows={rows}
      rowKey={(row) => row.key}
      columns={[
        {
          key: "care",
          label: t`Care`,
          header: true,
          cell: (row) => (
            <>
              {row.label}
              <span className={s.note}>
                {monthName(answer.start, row.month, i18n.locale)}
                {answer.people.length > 1 && ` · ${names[row.person] ?? ""}`}
                {row.note && ` · ${row.note}`}
              </span>
            </>
          ),
        },
        { key: "fee", label: t`Typical fee`, right: true, cell: (row) => money(row.fee) },
        { key: "plan", label: t`Plan pays`, right: true, cell: (row) => money(row.plan_pays) },
        { key: "own", label: t`You pay`, right: true, cell: (row) => <b>{money(row.own)}</b> },
      ]}
    />
  );
}

/** Month by month; narrow enough for a phone as it is. */
export function MonthTable({ answer, year }: { answer: YearCost; year: PlanYear }) {
  const { i18n } = useLingui();
  return (
    <table className={s.months}>
      <caption className="sr">
        <Trans>The year month by month</Trans>
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Month</Trans>
          </th>
          <th scope="col">
            <Trans>Premium and fees</Trans>
          </th>
          <th scope="col">
            <Trans>Your care</Trans>
          </th>
          <th scope="col">
            <Trans>Without insurance</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {MONTHS.map((month) => (
          <tr key={month}>
            <th scope="row">{monthName(answer.start, month, i18n.locale)}</th>
            <td>{money(year.months[month - 1]?.premium ?? "0")}</td>
            <td>{money(year.months[month - 1]?.own ?? "0")}</td>
            <td>{money(answer.without_months[month - 1] ?? "0")}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            <Trans>12 months</Trans>
          </th>
          <td>{money(year.premium)}</td>
          <td>{money(year.own)}</td>
          <td>{money(answer.without)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

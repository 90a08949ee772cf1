import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Disclosure } from "@/components/ui/Disclosure";
import { Statement, StatementBody, StatementFoot, StatementHead, Tear } from "@/components/ui/Statement";
import { cx } from "@/lib/cx";
import { cents, money } from "@/lib/format";
import { MONTHS, monthName } from "./months";
import type { YearCost } from "./useYear";
import type { Shown } from "./YearPictures";
import s from "./YearTables.module.css";

interface Row {
  label: ReactNode;
  note?: ReactNode;
  /** One for each plan, and one without insurance; null is none. */
  amounts: (string | null)[];
}

interface SumProps {
  caption: string;
  first: string;
  names: string[];
  rows: Row[];
  className?: string | undefined;
  /** The names stand above another table. */
  hideNames?: boolean;
}

function Sum({ caption, first, names, rows, className, hideNames }: SumProps) {
  const { t } = useLingui();
  return (
    <table className={cx(s.sum, className)}>
      <caption className="sr">{caption}</caption>
      <colgroup>
        <col />
        <col span={names.length} />
      </colgroup>
      <thead className={cx(hideNames && "sr")}>
        <tr>
          <th scope="col">
            <span className="sr">{first}</span>
          </th>
          {names.map((name, index) => (
            <th key={index} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, note, amounts }, index) => (
          <tr key={index}>
            <th scope="row">
              {label}
              {note && <small>{note}</small>}
            </th>
            {amounts.map((amount, at) => (
              <td key={at} data-name={names[at]}>
                {amount === null ? <span className="mute">{t`none`}</span> : money(amount)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const some = (amount: string): string | null => (cents(amount) ? amount : null);

/** The parts of the year's cost, row by row, with each plan and without insurance. */
export function YearStatement({ plans, answer }: { plans: Shown[]; answer: YearCost }) {
  const { t, i18n } = useLingui();
  const names = [...plans.map(({ short }) => short), t`Without insurance`];
  const years = plans.map(({ year }) => year);
  const monthly = new Intl.ListFormat(i18n.locale, { type: "conjunction" }).format(
    years.map((year) => money(year.monthly)),
  );
  const counted = years.some((year) => cents(year.membership));
  const membership = money(years.find((year) => cents(year.membership))?.membership ?? "0");
  const once = [...new Set(years.map((year) => year.one_time_name).filter(Boolean))];
  const name = once.length === 1 ? once[0] : t`Fees`;
  const rows: Row[] = [
    {
      label: t`The plan, 12 months`,
      note: t`${monthly} a month`,
      amounts: [...years.map((year) => year.recurring), null],
    },
    ...(counted
      ? [
          {
            label: t`Membership, 12 months`,
            note: t`${membership} a month, the same however many plans you choose`,
            amounts: [...years.map((year) => some(year.membership_year)), null],
          },
        ]
      : []),
    ...(once.length
      ? [{ label: t`${name}, once`, amounts: [...years.map((year) => some(year.one_time)), null] }]
      : []),
    ...answer.groups.map(({ label, note, fee }, index) => ({
      label,
      note,
      amounts: [...years.map((year) => year.own_by_group[index] ?? "0"), fee],
    })),
  ];
  return (
    <Statement className={s.statement}>
      <StatementHead>
        <h3>
          <Trans>How the year adds up</Trans>
        </h3>
      </StatementHead>
      <StatementBody>
        <Sum caption={t`How the year adds up`} first={t`Part of the year`} names={names} rows={rows} />
        {!counted && answer.membership_note && <p className="xs mute">{answer.membership_note}</p>}
      </StatementBody>
      <Tear />
      <StatementFoot>
        <Sum
          caption={t`The whole year`}
          first={t`Part of the year`}
          names={names}
          hideNames
          className={s.sumTotal}
          rows={[{ label: t`Your year`, amounts: [...years.map((year) => year.total), answer.without] }]}
        />
      </StatementFoot>
    </Statement>
  );
}

/** Month by month in numbers, folded; narrow enough for a phone as it is. */
export function MonthTable({ plans, answer }: { plans: Shown[]; answer: YearCost }) {
  const { t, i18n } = useLingui();
  return (
    <div className={s.numbers}>
      <Disclosure summary={<Trans>Month by month, in numbers</Trans>}>
        <Sum
          caption={t`Month by month, in numbers`}
          first={t`Month`}
          names={[...plans.map(({ short }) => short), t`Without insurance`]}
          className={s.sumMonths}
          rows={MONTHS.map((month) => ({
            label: monthName(answer.start, month, i18n.locale),
            amounts: [
              ...plans.map(({ year }) => year.months[month - 1]?.total ?? "0"),
              answer.without_months[month - 1] ?? "0",
            ],
          }))}
        />
      </Disclosure>
    </div>
  );
}

/** The cost of each service with this plan, and the reason. */
export function CareNotes({ plan, answer }: { plan: Shown; answer: YearCost }) {
  const { i18n } = useLingui();
  const names = Object.fromEntries(answer.people.map(({ value, label }) => [value, label]));
  const explained = plan.year.lines.filter(({ note }) => note);
  if (explained.length === 0) return null;
  return (
    <ul className={s.notes}>
      {explained.map(({ label, month, person, note, own }, index) => (
        <li key={index}>
          <b>{label}</b>, {monthName(answer.start, month, i18n.locale)}
          {answer.people.length > 1 && `, ${names[person] ?? ""}`}: {money(own)}. {note}.
        </li>
      ))}
    </ul>
  );
}

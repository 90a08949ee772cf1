import { Trans, useLingui } from "@lingui/react/macro";
import { Fragment } from "react";
import type { MemberCoverage, Preview } from "@/client";
import { Checkbox } from "@/components/form/Choices";
import { Banner } from "@/components/ui/Banner";
import { Disclosure } from "@/components/ui/Disclosure";
import { PlanMove } from "@/components/ui/PlanMove";
import { Table } from "@/components/ui/Table";
import { useCanceledWords } from "@/components/work/canceled";
import { PastMonths } from "@/components/work/PastMonths";
import { cents, money, moneyDifference } from "@/lib/format";
import s from "./Change.module.css";
import { sumOf } from "./change";
import { PlanFacts } from "./PlanFacts";
import { useOwnerName } from "./reads";

type Row = Preview["rows"][number];

interface PricesProps {
  preview: Preview;
  coverage: MemberCoverage;
  left: string[];
  onLeft: (left: string[]) => void;
}

/** Before and after as two bars on one scale; the table below says the same in figures. */
export function Prices({ preview, coverage, left, onLeft }: PricesProps) {
  const { t } = useLingui();
  const canceled = useCanceledWords();
  const who = useOwnerName();
  const toggle = (number: string) =>
    onLeft(left.includes(number) ? left.filter((other) => other !== number) : [...left, number]);
  const included = preview.rows.filter((row) => row.possible && !left.includes(row.policy_number));
  const dayOf = (row: Row) => canceled(row) || row.effective;
  const lines = linesOf(preview.rows, included, coverage);
  const hasAmounts = included.length > 0 && included.every((row) => row.before && row.after);
  const priced = lines.filter((line) => line.before && line.after);
  const before = sumOf(priced.map((line) => line.before));
  const after = sumOf(priced.map((line) => line.after));
  return (
    <>
      {hasAmounts && (
        <figure className={s.beforeafter} aria-labelledby="together">
          <Bars lines={priced} before={before} after={after} />
          <figcaption id="together" aria-live="polite">
            <Trans>
              Together {money(before)} a month before, <b>{money(after)}</b> a month after.
            </Trans>
          </figcaption>
        </figure>
      )}
      <Table
        caption={who ? t`Plans of ${who} before and after` : t`Your plans before and after`}
        rows={lines}
        rowKey={(line) => line.key}
        columns={[
          {
            key: "plan",
            label: t`Plan`,
            header: true,
            cell: ({ row, plan, key }) =>
              row?.possible ? (
                <Checkbox label={plan} checked={!left.includes(key)} onChange={() => toggle(key)} />
              ) : (
                plan
              ),
          },
          ...(included.some(isOther)
            ? [
                {
                  key: "then",
                  label: t`From then on`,
                  cell: ({ row }: Line) => (row ? <PlanMove move={row} /> : null),
                },
              ]
            : []),
          {
            key: "day",
            label: t`Day`,
            cell: ({ row }) =>
              row?.possible ? <span className="num">{dayOf(row)}</span> : (row?.problem ?? t`No change`),
          },
          {
            key: "before",
            label: t`Before`,
            right: true,
            cell: ({ before }) => before && money(before),
          },
          {
            key: "after",
            label: t`After`,
            right: true,
            cell: ({ row, after }) => <b>{(row?.after || after) && money(row?.after || after)}</b>,
          },
          {
            key: "difference",
            label: t`Difference`,
            right: true,
            cell: ({ row }) => (row?.difference ? moneyDifference(row.difference) : null),
          },
        ]}
      />
      <PastMonths rows={included} />
      {preview.consequences.length > 0 && (
        <Banner tone="info">
          <ul>
            {preview.consequences.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Banner>
      )}
      {included
        .filter((row) => row.facts.length > 0)
        .map((row) => {
          const { plan, new_plan: next } = row;
          return (
            <Disclosure
              key={row.policy_number}
              summary={
                <Trans>
                  What differs: {plan} and {next}
                </Trans>
              }
            >
              <PlanFacts facts={row.facts} then={next} />
            </Disclosure>
          );
        })}
      {preview.person_alone && (
        <p>
          <Trans>No plan and no price changes. We'll update the record.</Trans>
        </p>
      )}
      {preview.possible && !preview.person_alone && included.length === 0 && (
        <p>
          <Trans>Select each plan to change.</Trans>
        </p>
      )}
      {!preview.possible && (
        <Banner tone="warn">
          {who ? (
            <Trans>None of the plans of {who} allow this change. Nothing was sent.</Trans>
          ) : (
            <Trans>None of your plans allow this change. Nothing was sent.</Trans>
          )}
        </Banner>
      )}
    </>
  );
}

const isOther = (row: Row) =>
  row.new_plan !== "" || row.riders_added.length > 0 || row.riders_dropped.length > 0;

interface Line {
  key: string;
  plan: string;
  /** None where the change doesn't touch the plan. */
  row?: Row;
  before: string;
  after: string;
}

/** Every plan that is paid for, those that change first; what is left alone costs the same afterwards. */
function linesOf(rows: Row[], included: Row[], coverage: MemberCoverage): Line[] {
  const numbers = new Set(rows.map((row) => row.policy_number));
  const others = coverage.policies.filter(
    (policy) => (policy.state === "active" || policy.state === "accepted") && !numbers.has(policy.number),
  );
  const priceOf = (row: Row) =>
    row.before || (coverage.policies.find(({ number }) => number === row.policy_number)?.monthly ?? "");
  return [
    ...rows.map((row) => ({
      key: row.policy_number,
      plan: row.plan,
      row,
      before: priceOf(row),
      after: included.includes(row) ? row.after : priceOf(row),
    })),
    ...others.map(({ number, plan, monthly }) => ({ key: number, plan, before: monthly, after: monthly })),
  ];
}

const SHADES = 3;

/** A part for each plan; what is added has an outline of its own, so that it differs without colour, and what falls
 * away is left open. */
function Bars({ lines, before, after }: { lines: Line[]; before: string; after: string }) {
  const highest = Math.max(Number(before), Number(after), 1);
  const wide = (amount: number) => ({ width: `${(amount / highest) * 100}%` });
  const moves = lines.filter((line) => line.before !== line.after);
  const shadeOf = (line: Line) => {
    const at = moves.indexOf(line);
    return s[`shade${at < 0 ? 0 : (at % SHADES) + 1}`];
  };
  const isMore = moves.some((line) => cents(line.after) > cents(line.before));
  const isLess = moves.some((line) => cents(line.after) < cents(line.before));
  return (
    <>
      <dl className={s.bars}>
        <div>
          <dt>
            <Trans>Before</Trans>
          </dt>
          <dd>{money(before)}</dd>
          <div className={s.track} aria-hidden="true">
            {lines.map((line) => (
              <i key={line.key} className={shadeOf(line)} style={wide(Number(line.before))} />
            ))}
          </div>
        </div>
        <div>
          <dt>
            <Trans>After</Trans>
          </dt>
          <dd className={s.next}>{money(after)}</dd>
          <div className={s.track} aria-hidden="true">
            {lines.map((line) => {
              const [was, becomes] = [Number(line.before), Number(line.after)];
              return (
                <Fragment key={line.key}>
                  <i className={shadeOf(line)} style={wide(Math.min(was, becomes))} />
                  {was !== becomes && (
                    <i className={becomes > was ? s.added : s.gone} style={wide(Math.abs(becomes - was))} />
                  )}
                </Fragment>
              );
            })}
          </div>
        </div>
      </dl>
      <ul className={s.legend} aria-hidden="true">
        {moves.map((line) => (
          <li key={line.key}>
            <i className={shadeOf(line)} />
            {line.plan}
          </li>
        ))}
        {moves.length < lines.length && (
          <li>
            <i className={s.shade0} />
            <Trans>What stays the same</Trans>
          </li>
        )}
        {isMore && (
          <li>
            <i className={s.added} />
            <Trans>What is added</Trans>
          </li>
        )}
        {isLess && (
          <li>
            <i className={s.gone} />
            <Trans>What is removed</Trans>
          </li>
        )}
      </ul>
    </>
  );
}

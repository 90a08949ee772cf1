import { Trans, useLingui } from "@lingui/react/macro";
import type { CSSProperties } from "react";
import type { Preview } from "@/client";
import { Checkbox, ChoiceCards } from "@/components/form/Choices";
import { Banner } from "@/components/ui/Banner";
import { Disclosure } from "@/components/ui/Disclosure";
import { PlanMove } from "@/components/ui/PlanMove";
import { Table } from "@/components/ui/Table";
import { cx } from "@/lib/cx";
import { money } from "@/lib/format";
import s from "./Change.module.css";
import { daysBetween, scaleOf, sumOf } from "./change";
import { PlanFacts } from "./PlanFacts";

type Row = Preview["rows"][number];

interface WindowProps {
  window: NonNullable<Preview["window"]>;
  happened: string;
  /** What the day of the event is called. */
  label: string;
}

/** From the day of the event to the last day to tell, with today in it or past it, true to scale. */
export function ReportingWindow({ window, happened, label }: WindowProps) {
  const { t } = useLingui();
  const { first_day: first, last_day: last, today } = window;
  const late = last !== "" && daysBetween(last, today) > 0;
  const scale = scaleOf(window, happened);
  const used = late ? scale.last : scale.today;
  const count = last ? daysBetween(today, last) : 0;
  return (
    <figure className={s.window}>
      <div className={cx(s.bar, late && s.late)} aria-hidden="true">
        <i style={{ left: `${scale.first}%`, width: `${Math.max(0, used - scale.first)}%` }} />
        <u style={{ left: `${scale.happened}%` }} />
        <b style={{ left: `${scale.today}%` }} />
      </div>
      <dl style={{ "--middle": `${late ? scale.last : scale.today}%` } as CSSProperties}>
        <div>
          <dt>{label}</dt>
          <dd>{happened}</dd>
        </div>
        {late && (
          <div>
            <dt>{t`Last day to tell us`}</dt>
            <dd>{last}</dd>
          </div>
        )}
        <div>
          <dt>{t`Today`}</dt>
          <dd>{today}</dd>
        </div>
        {!late && last && (
          <div>
            <dt>{t`Last day to tell us`}</dt>
            <dd>{last}</dd>
          </div>
        )}
      </dl>
      {window.is_open && (
        <figcaption>
          {last ? (
            <Trans>You are in time: days left to tell us: {count}.</Trans>
          ) : (
            <Trans>You are in time: there is no last day.</Trans>
          )}
        </figcaption>
      )}
      {!late && !window.is_open && (
        <figcaption>
          <Trans>It can be reported from {first} on.</Trans>
        </figcaption>
      )}
    </figure>
  );
}

interface DaysProps {
  rows: Row[];
  /** What changes is chosen later: a plan that has days has them here already. */
  choosing: boolean;
  onDay: (number: string, day: string) => void;
}

/** By plan the days on which it may start, each with its reason; a plan that can't take it says why. */
export function StartDays({ rows, choosing, onDay }: DaysProps) {
  return rows.map((row) =>
    row.possible || (choosing && row.effective) ? (
      <ChoiceCards
        key={row.policy_number}
        id={`day-${row.policy_number}`}
        name={`day-${row.policy_number}`}
        label={row.plan}
        value={row.effective}
        onChange={(event) => onDay(row.policy_number, event.target.value)}
        choices={row.days.map((choice) => ({ value: choice.day, title: choice.day, fact: choice.reason }))}
      />
    ) : (
      <div key={row.policy_number} className={s.refused}>
        <b>{row.plan}</b>
        <span>{row.problem}</span>
      </div>
    ),
  );
}

interface PricesProps {
  shown: Preview;
  left: string[];
  onLeft: (left: string[]) => void;
}

/** Before and after as two bars on one scale; the table below says the same in figures. */
export function Prices({ shown, left, onLeft }: PricesProps) {
  const { t } = useLingui();
  const toggle = (number: string) =>
    onLeft(left.includes(number) ? left.filter((other) => other !== number) : [...left, number]);
  const kept = shown.rows.filter((row) => row.possible && !left.includes(row.policy_number));
  const before = sumOf(kept.map((row) => row.before));
  const after = sumOf(kept.map((row) => row.after));
  return (
    <>
      {kept.length > 0 && before && after && (
        <div>
          <Bars before={before} after={after} />
          <p aria-live="polite">
            <Trans>
              Together {money(before)} a month before, <b>{money(after)}</b> a month after.
            </Trans>
          </p>
        </div>
      )}
      <Table
        caption={t`Your plans before and after`}
        rows={shown.rows}
        rowKey={(row) => row.policy_number}
        columns={[
          {
            key: "plan",
            label: t`Plan`,
            header: true,
            cell: (row) =>
              row.possible ? (
                <Checkbox
                  label={row.plan}
                  checked={!left.includes(row.policy_number)}
                  onChange={() => toggle(row.policy_number)}
                />
              ) : (
                row.plan
              ),
          },
          ...(kept.some(isOther)
            ? [{ key: "then", label: t`From then on`, cell: (row: Row) => <PlanMove move={row} /> }]
            : []),
          { key: "day", label: t`Day`, cell: (row) => (row.possible ? row.effective : row.problem) },
          { key: "before", label: t`Before`, right: true, cell: (row) => row.before && money(row.before) },
          { key: "after", label: t`After`, right: true, cell: (row) => row.after && money(row.after) },
        ]}
      />
      {kept
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
      {shown.possible && kept.length === 0 && (
        <p>
          <Trans>Tick each plan that shall change.</Trans>
        </p>
      )}
      {!shown.possible && (
        <Banner tone="warn">
          <Trans>None of your plans can take this change. Nothing was sent and nothing is lost.</Trans>
        </Banner>
      )}
    </>
  );
}

const isOther = (row: Row) =>
  row.new_plan !== "" || row.riders_added.length > 0 || row.riders_dropped.length > 0;

/** What is added has an outline of its own, so that it differs without colour; what falls away is left open. */
function Bars({ before, after }: { before: string; after: string }) {
  const [was, becomes] = [Number(before), Number(after)];
  const most = Math.max(was, becomes, 1);
  const stays = (Math.min(was, becomes) / most) * 100;
  const differs = (Math.abs(becomes - was) / most) * 100;
  return (
    <dl className={s.bars}>
      <div>
        <dt>
          <Trans>Before</Trans>
        </dt>
        <dd>{money(before)}</dd>
        <div className={s.track} aria-hidden="true">
          <i style={{ width: `${(was / most) * 100}%` }} />
        </div>
      </div>
      <div>
        <dt>
          <Trans>After</Trans>
        </dt>
        <dd>{money(after)}</dd>
        <div className={s.track} aria-hidden="true">
          <i style={{ width: `${stays}%` }} />
          {differs > 0 && <i className={becomes > was ? s.added : s.gone} style={{ width: `${differs}%` }} />}
        </div>
      </div>
    </dl>
  );
}

import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { CSSProperties } from "react";
import type { Preview } from "@/client";
import { ChoiceCards } from "@/components/form/Choices";
import { useCanceledWords } from "@/components/work/canceled";
import { cx } from "@/lib/cx";
import s from "./Change.module.css";
import { daysBetween, scaleOf } from "./change";
import { useOwnerName } from "./reads";

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
  const who = useOwnerName();
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
            who ? (
              t`${plural(count, { one: "On time: # day left to tell us.", other: "On time: # days left to tell us." })}`
            ) : (
              t`${plural(count, { one: "You're on time: # day left to tell us.", other: "You're on time: # days left to tell us." })}`
            )
          ) : who ? (
            <Trans>On time: there's no deadline.</Trans>
          ) : (
            <Trans>You're on time: there's no deadline.</Trans>
          )}
        </figcaption>
      )}
      {!late && !window.is_open && (
        <figcaption>
          <Trans>You can report it starting {first}.</Trans>
        </figcaption>
      )}
    </figure>
  );
}

/** The document that proves the event, in case the team asks for it. */
export function Proof({ paper }: { paper: string }) {
  return (
    <p className="small">
      <Trans>Have this ready in case we ask for it: {paper}.</Trans>
    </p>
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
  const canceled = useCanceledWords();
  return rows.map((row) =>
    row.possible || (choosing && row.effective) ? (
      <ChoiceCards
        key={row.policy_number}
        id={`day-${row.policy_number}`}
        name={`day-${row.policy_number}`}
        label={row.plan}
        value={row.effective}
        onChange={(event) => onDay(row.policy_number, event.target.value)}
        choices={row.days.map((choice) => ({
          value: choice.day,
          title: canceled(row) || choice.day,
          fact: choice.reason,
        }))}
      />
    ) : (
      <div key={row.policy_number} className={s.refused}>
        <b>{row.plan}</b>
        <span>{row.problem}</span>
      </div>
    ),
  );
}

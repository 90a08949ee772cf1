import { Trans, useLingui } from "@lingui/react/macro";
import type { GroupEnrollment, GroupEvent } from "@/client";
import { Panel } from "@/components/ui/Card";
import { PersonLink } from "@/components/work/group/PersonLink";
import s from "./GroupHome.module.css";

const short = (day: string) => day.slice(0, 5);

/** What happened to the group's people, the newest first. */
export function Recent({ events }: { events: GroupEvent[] }) {
  if (events.length === 0) return null;
  return (
    <Panel titleId="recent" title={<Trans>Recent changes</Trans>}>
      <ol className={s.feed}>
        {events.map((event, index) => (
          <li key={`${event.member_id}-${index}`}>
            <span className="num mute">{short(event.day)}</span>
            <span>
              <PersonLink id={event.member_id}>{event.name}</PersonLink>
              <br />
              {event.text}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

type Ahead = GroupEnrollment["ahead"][number];

/** The coming days of the group. */
export function ComingUp({ days }: { days: Ahead[] }) {
  const { t } = useLingui();
  const words: Record<Ahead["kind"], string> = {
    opens: t`Open enrollment opens`,
    closes: t`Open enrollment closes`,
    starts: t`New coverage starts`,
    last_day_to_enroll: t`Last day to enroll`,
    last_day_of_work: t`Last day of work`,
  };
  if (days.length === 0) return null;
  return (
    <Panel titleId="ahead" title={<Trans>Coming up</Trans>}>
      <ol className={s.feed}>
        {days.map((row) => (
          <li key={`${row.day}-${row.kind}-${row.member_id}`}>
            <b className="num">{short(row.day)}</b>
            <span>
              {row.member_id !== null && (
                <>
                  <PersonLink id={row.member_id}>{row.name}</PersonLink>
                  <br />
                </>
              )}
              {words[row.kind]}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Panel } from "@/components/ui/Card";
import { Icon } from "@/components/ui/Icon";
import { cx } from "@/lib/cx";
import { Link } from "@/lib/router";
import s from "./Book.module.css";
import type { BookLane } from "./reads";
import { ICONS, LANE_NAMES, shortDay } from "./words";

type Mark = BookLane["marks"][number];
const DAY_MS = 86_400_000;

const utc = (day: string) => {
  const [month = 1, date = 1, year = 2000] = day.split("/").map(Number);
  return Date.UTC(year, month - 1, date);
};

/** First days of the months between two days, each with its place in per cent. */
function useMonths(first: string, last: string) {
  const { i18n } = useLingui();
  const start = utc(first);
  const end = utc(last);
  const months = [];
  const begin = new Date(start);
  for (let ahead = 1; ahead < 5; ahead++) {
    const day = Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + ahead, 1);
    if (day > end - 7 * DAY_MS) break;
    const position = ((day - start) / (end - start)) * 100;
    const name = i18n.date(new Date(day), { month: "long", timeZone: "UTC" });
    if (position > 8) months.push({ position, name: name.charAt(0).toUpperCase() + name.slice(1) });
  }
  return months;
}

function Note({ mark, lane }: { mark: Mark; lane: BookLane }) {
  const { t } = useLingui();
  const day = shortDay(mark.day);
  if (!mark.task) {
    const last = shortDay(mark.last_day);
    return <>{day === last ? day : t`${day} to ${last}`}</>;
  }
  const { age, answer_by: answerBy, plan } = mark.task;
  if (lane.kind === "birthday") return <>{t`${day}, turns ${age}`}</>;
  if (lane.kind === "renewal") {
    const choice = shortDay(answerBy);
    return <>{t`${day}, answer by ${choice}`}</>;
  }
  if (lane.kind === "ageing") return <>{t`${day}, age ${age}`}</>;
  return (
    <>
      {day}, {plan}
    </>
  );
}

function Name({ mark, lane }: { mark: Mark; lane: BookLane }) {
  const { t } = useLingui();
  const { count, task } = mark;
  if (task) return <>{task.person || task.client}</>;
  if (lane.kind === "birthday")
    return <>{t`${plural(count, { one: "# birthday", other: "# birthdays" })}`}</>;
  if (lane.kind === "ageing") return <>{t`${plural(count, { one: "# child", other: "# children" })}`}</>;
  return <>{t`${plural(count, { one: "# policy", other: "# policies" })}`}</>;
}

const LOOKS = {
  ending: s.markBad,
  renewal: s.markWarn,
  ageing: s.markWarn,
  reported: undefined,
  birthday: undefined,
};

function Lane({ lane }: { lane: BookLane }) {
  const { i18n } = useLingui();
  return (
    <div className={s.lane}>
      <h3>
        <Icon name={ICONS[lane.kind]} />
        {i18n._(LANE_NAMES[lane.kind])}
      </h3>
      {lane.marks.length === 0 ? (
        <p className="xs mute">
          <Trans>Nothing</Trans>
        </p>
      ) : (
        <ul>
          {lane.marks.map((mark) => (
            <li
              key={mark.day}
              className={cx(s.mk, LOOKS[lane.kind])}
              style={{ "--p": `${mark.position}%` } as React.CSSProperties}
            >
              <Link
                to={
                  mark.task
                    ? `/book-of-business/${mark.task.member_id}`
                    : `/book-of-business?show=${lane.kind}#clients`
                }
              >
                <b>
                  <Name mark={mark} lane={lane} />
                </b>
                <small className="num">
                  <Note mark={mark} lane={lane} />
                </small>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Events of the next ninety days, in a lane for each kind; as lists on phones. */
export function Radar({ lanes, first, last }: { lanes: BookLane[]; first: string; last: string }) {
  const { t } = useLingui();
  const months = useMonths(first, last);
  const from = shortDay(first);
  const until = shortDay(last);
  return (
    <Panel
      titleId="ahead"
      title={<Trans>The next 90 days</Trans>}
      aside={<span className="small mute num">{t`${from} to ${until}`}</span>}
      className={s.radar}
    >
      <div className={s.lanes}>
        <div className={s.months} aria-hidden="true">
          <span style={{ left: 0 }}>
            <Trans>Today</Trans>
          </span>
          {months.map((month) => (
            <span key={month.name} style={{ left: `${month.position}%` }}>
              {month.name}
            </span>
          ))}
        </div>
        {lanes.map((lane) => (
          <Lane key={lane.kind} lane={lane} />
        ))}
      </div>
    </Panel>
  );
}

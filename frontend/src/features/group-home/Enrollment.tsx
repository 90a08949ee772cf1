import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { GroupEnrollment } from "@/client";
import { Avatar } from "@/components/ui/Avatar";
import { Banner } from "@/components/ui/Banner";
import { Button, ButtonLink } from "@/components/ui/Button";
import { Email } from "@/components/ui/Facts";
import { Icon } from "@/components/ui/Icon";
import { Pager } from "@/components/ui/Table";
import ActionDialog from "@/components/work/ActionDialog";
import { PersonLink, personPath } from "@/components/work/group/PersonLink";
import { ApiError, api, messageOf } from "@/lib/api";
import { cx } from "@/lib/cx";
import { formatDay, parseDay, today } from "@/lib/dates";
import { useDayWords } from "@/lib/words";
import s from "./GroupHome.module.css";

type Person = GroupEnrollment["result"][number];

const yearOf = (day: string) => parseDay(day)?.year;

function Title({ round }: { round: GroupEnrollment }) {
  const year = yearOf(round.coverage_start);
  if (round.state === "always") return <Trans>New hires</Trans>;
  return year ? <Trans>Open enrollment for {String(year)}</Trans> : <Trans>Open enrollment</Trans>;
}

/** The days of the window in a sentence. */
function Days({ round }: { round: GroupEnrollment }) {
  const words = useDayWords();
  const { state } = round;
  const [opens, closes, starts] = [round.opens_on, round.closes_on, round.coverage_start].map(words);
  return (
    <>
      {state === "open" && <Trans>Closes on {closes}, at midnight.</Trans>}
      {state === "closed" && <Trans>Closed on {closes}.</Trans>}
      {state === "coming" && (
        <Trans>
          Opens on {opens}, and closes on {closes}.
        </Trans>
      )}
      {state === "always" && <Trans>Your people can enroll any day. New hires have a last day.</Trans>}{" "}
      {starts && <Trans>Coverage starts on {starts}.</Trans>}
    </>
  );
}

/** How many days the window is still open, or until it opens. */
function Countdown({ round }: { round: GroupEnrollment }) {
  const { t } = useLingui();
  const { days_left: days, state } = round;
  if (state === "always") return null;
  if (state === "closed") {
    return (
      <div className={cx(s.days, s.over)}>
        <Icon name="check" />
        <span>
          <Trans>Closed</Trans>
        </span>
      </div>
    );
  }
  if (days === 0) {
    return (
      <div className={s.days}>
        <b>
          <Trans>Today</Trans>
        </b>
        <span>
          <Trans>last day</Trans>
        </span>
      </div>
    );
  }
  const open = state === "open";
  return (
    <div className={cx(s.days, !open && s.coming)}>
      <b className="num">{days}</b>
      <span>
        {open
          ? t`${plural(days, { one: "day left", other: "days left" })}`
          : t`${plural(days, { one: "day to go", other: "days to go" })}`}
      </span>
    </div>
  );
}

/** Who has enrolled and who hasn't, true to scale. */
function Bar({ round }: { round: GroupEnrollment }) {
  const { t } = useLingui();
  const { enrolled, missed, started, state } = round;
  const rest = state === "closed" ? missed : round.total - started;
  const begun = state === "closed" ? 0 : started;
  const parts = [
    { key: "a", count: enrolled, text: t`${plural(enrolled, { one: "enrolled", other: "enrolled" })}` },
    { key: "b", count: begun, text: t`${plural(begun, { one: "started", other: "started" })}` },
    {
      key: "c",
      count: rest,
      text:
        state === "closed"
          ? t`${plural(rest, { one: "didn't enroll", other: "didn't enroll" })}`
          : t`${plural(rest, { one: "hasn't started", other: "haven't started" })}`,
    },
  ].filter((part) => part.count > 0);
  if (parts.length === 0) return null;
  return (
    <>
      <div className={s.bar} aria-hidden="true">
        {parts.map((part) => (
          <i key={part.key} data-part={part.key} style={{ flex: part.count }} />
        ))}
      </div>
      <ul className={s.legend}>
        {parts.map((part) => (
          <li key={part.key} data-part={part.key}>
            <b className="num">{part.count}</b> {part.text}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Where somebody stopped, and when they were reminded. */
function Standing({ person, shared }: { person: Person; shared: string }) {
  const { bounced, reminded_on: reminded, stopped_at: step, stopped_on: day, until } = person;
  if (bounced) {
    return (
      <span className={s.bad}>
        <Icon name="warning" size="sm" />
        <Trans>
          Email doesn't arrive: <Email address={bounced} />
        </Trans>
      </span>
    );
  }
  return (
    <span>
      {day ? (
        step ? (
          <Trans>
            Stopped after {step} on {day}.
          </Trans>
        ) : (
          <Trans>Stopped while choosing plans on {day}.</Trans>
        )
      ) : person.signed_in ? (
        <Trans>Hasn't started.</Trans>
      ) : person.invited ? (
        <Trans>Invitation not opened.</Trans>
      ) : (
        <Trans>Not invited yet.</Trans>
      )}{" "}
      {reminded && <Trans>Reminded {reminded}.</Trans>}{" "}
      {until !== shared &&
        (person.new_hire ? <Trans>New hire, until {until}.</Trans> : <Trans>Until {until}.</Trans>)}
    </span>
  );
}

interface RowProps {
  person: Person;
  shared: string;
  busy: boolean;
  onRemind: () => void;
}

function Row({ person, shared, busy, onRemind }: RowProps) {
  const { t } = useLingui();
  const { name } = person;
  const sent = person.reminded_on === formatDay(today());
  return (
    <li className={s.person}>
      <Avatar name={name} size="sm" />
      <span className={s.who}>
        <PersonLink id={person.member_id}>{name}</PersonLink>
        <span className="xs mute">{person.class_name}</span>
      </span>
      <span className={s.standing}>
        <Standing person={person} shared={shared} />
      </span>
      <span className={s.act}>
        {person.bounced ? (
          <ButtonLink
            size="sm"
            to={`${personPath(person.member_id)}?change=email`}
            aria-label={t`Fix email, ${name}`}
          >
            <Trans>Fix email</Trans>
          </ButtonLink>
        ) : person.may_remind ? (
          <Button
            size="sm"
            busy={busy}
            busyText={t`Sending`}
            aria-label={t`Remind, ${name}`}
            onClick={onRemind}
          >
            <Trans>Remind</Trans>
          </Button>
        ) : (
          sent && (
            <span className={s.sent}>
              <Icon name="check" size="sm" />
              <Trans>Reminded</Trans>
            </span>
          )
        )}
      </span>
    </li>
  );
}

interface MissingProps {
  round: GroupEnrollment;
  onPage: (page: number) => void;
}

/** Those who haven't enrolled, each with a reminder, and one for all of them. */
function Missing({ round, onPage }: MissingProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(0);
  const [sent, setSent] = useState("");
  const [problem, setProblem] = useState("");
  const { remindable, total } = round;
  const remind = async (member_ids: number[] | null) => {
    const done = await api.post("/api/v1/remind-group-people", { member_ids });
    const count = done.reminded;
    setSent(t`${plural(count, { one: "Reminder sent to # person", other: "Reminder sent to # people" })}`);
    await client.invalidateQueries({ queryKey: ["group-enrollment"] });
  };
  const remindOne = async (person: Person) => {
    setProblem("");
    setBusy(person.member_id);
    try {
      await remind([person.member_id]);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(messageOf(error));
    }
    setBusy(0);
  };
  const bounced = round.result.filter((person) => person.bounced).length;
  const title = t`${plural(total, { one: "# person hasn't enrolled yet", other: "# people haven't enrolled yet" })}`;
  const all = t`${plural(remindable, { one: "Remind # person", other: "Remind # people" })}`;
  return (
    <div className={s.missing}>
      <div className={s.missingHead}>
        <h3>{title}</h3>
        <span role="status" className={s.sent}>
          {sent && (
            <>
              <Icon name="check" size="sm" />
              {sent}
            </>
          )}
        </span>
        {remindable > 0 && (
          <Button tone="primary" size="sm" onClick={() => setAsking(true)}>
            {all}
          </Button>
        )}
      </div>
      {problem && (
        <Banner tone="bad" live="alert">
          {problem}
        </Banner>
      )}
      <ol>
        {round.result.map((person) => (
          <Row
            key={person.member_id}
            person={person}
            shared={round.state === "open" ? round.closes_on : ""}
            busy={busy === person.member_id}
            onRemind={() => void remindOne(person)}
          />
        ))}
      </ol>
      {round.pages > 1 && (
        <div className={s.pager}>
          <Pager page={round.page} pages={round.pages} onPage={onPage} />
        </div>
      )}
      <p className={cx(s.note, "xs mute")}>
        {bounced > 0 && (
          <>
            <Trans>Anyone whose email doesn't arrive gets no reminder until the address is fixed.</Trans>{" "}
          </>
        )}
        <Trans>Each person gets at most one reminder a day, in their language.</Trans>
      </p>
      {asking && (
        <ActionDialog
          title={all}
          why={
            <Trans>
              We'll email everyone who hasn't enrolled with the last day to enroll and a link to choose plans.
            </Trans>
          }
          action={<Trans>Send reminders</Trans>}
          busyText={t`Sending`}
          onSubmit={async () => {
            await remind(null);
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

/** The group's open enrollment: days left, who has enrolled, and who hasn't. */
export function Enrollment({ round, onPage }: MissingProps) {
  const { t } = useLingui();
  const { enrolled, missed, state, total } = round;
  return (
    <section className={s.round} aria-labelledby="enrollment">
      <div className={s.top}>
        <Countdown round={round} />
        <div>
          <h2 id="enrollment">
            <Title round={round} />
          </h2>
          <p className="small">
            <Days round={round} />
          </p>
        </div>
      </div>
      {state !== "coming" && <Bar round={round} />}
      {state === "closed" && (
        <p className={s.end}>
          {t`${plural(enrolled, { one: "# person enrolled.", other: "# people enrolled." })}`}{" "}
          {missed > 0 &&
            t`${plural(missed, { one: "# didn't, and any plans they have continue.", other: "# didn't, and any plans they have continue." })}`}
        </p>
      )}
      {total > 0 && <Missing round={round} onPage={onPage} />}
      {total === 0 && state === "open" && (
        <p className={s.end}>
          {enrolled > 0 ? <Trans>Everyone has enrolled.</Trans> : <Trans>No one can enroll yet.</Trans>}
        </p>
      )}
      {total === 0 && state === "always" && (
        <p className={s.end}>
          <Trans>No new hires left to enroll.</Trans>
        </p>
      )}
    </section>
  );
}

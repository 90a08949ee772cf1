import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Book } from "@/client";
import { Banner } from "@/components/ui/Banner";
import { Button, ButtonAnchor, ButtonLink } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { Icon } from "@/components/ui/Icon";
import { messageOf } from "@/lib/api";
import { cx } from "@/lib/cx";
import { money } from "@/lib/format";
import { Link } from "@/lib/router";
import s from "./Book.module.css";
import { type BookTask, useMarkTask } from "./reads";
import { ICONS, shortDay } from "./words";

const TONES = { ending: s.bad, ageing: s.warn, renewal: s.warn, reported: s.ok, birthday: undefined };

const pageOf = (task: BookTask) => `/book-of-business/${task.member_id}`;

/** What it is about, with the client's name leading to the client. */
function Title({ task }: { task: BookTask }) {
  const { age, person, plan, title } = task;
  const day = shortDay(task.day);
  const client = <Link to={pageOf(task)}>{task.client}</Link>;
  if (task.kind === "ending") {
    return (
      <Trans>
        {client}: {plan} ends on {day}
      </Trans>
    );
  }
  if (task.kind === "ageing") {
    return (
      <Trans>
        {client}: {person} reaches the age limit, {age}
      </Trans>
    );
  }
  if (task.kind === "renewal") {
    return !task.after || task.next_plan ? (
      <Trans>
        {client} hasn’t chosen what follows {plan}
      </Trans>
    ) : (
      <Trans>{client} hasn’t answered a renewal</Trans>
    );
  }
  if (task.kind === "birthday") {
    return (
      <Trans>
        {client} turns {age} on {day}
      </Trans>
    );
  }
  return (
    <Trans>
      {client} reported: {title}
    </Trans>
  );
}

/** The fact behind it, in a sentence. */
function Reason({ task }: { task: BookTask }) {
  const { plan } = task;
  const day = shortDay(task.day);
  const answerBy = shortDay(task.answer_by);
  const before = task.before && money(task.before);
  const after = task.after && money(task.after);
  if (task.kind === "ending") {
    return before ? (
      <Trans>{before} a month. Nothing follows it.</Trans>
    ) : (
      <Trans>No plan replaces it.</Trans>
    );
  }
  if (task.kind === "ageing") {
    return (
      <Trans>
        {plan} covers them until {day}. After that they need a plan of their own.
      </Trans>
    );
  }
  if (task.kind === "renewal") {
    const next = task.next_plan;
    if (next && after) {
      return (
        <Trans>
          {plan} ends before {day}. {next} takes its place: {after} a month instead of {before}. Another plan
          can be chosen until {answerBy}; without an answer, {next} starts.
        </Trans>
      );
    }
    return after ? (
      <Trans>
        {plan} renews on {day}, from {before} to {after}. Without an answer by {answerBy}, it renews.
      </Trans>
    ) : (
      <Trans>
        {plan} ends before {day}, and no plan takes its place. Another plan can be chosen until {answerBy}.
        Without an answer, coverage ends.
      </Trans>
    );
  }
  if (task.kind === "reported") {
    return before && after ? (
      <Trans>
        {plan}: from {before} to {after} a month. Reported on {day}.
      </Trans>
    ) : (
      <Trans>
        {plan}. Reported on {day}.
      </Trans>
    );
  }
  return <Trans>Wish them a happy birthday.</Trans>;
}

/** The one thing to do next. */
function Action({ task, first }: { task: BookTask; first: boolean }) {
  const { t } = useLingui();
  const { client, phone, email } = task;
  const tone = first ? "primary" : "secondary";
  if (task.kind === "renewal" && email) {
    return (
      <ButtonAnchor
        tone={tone}
        size="sm"
        icon="mail"
        href={`mailto:${email}`}
        aria-label={t`Write to ${client}`}
      >
        <Trans>Write</Trans>
      </ButtonAnchor>
    );
  }
  if (task.kind !== "reported" && phone) {
    return (
      <ButtonAnchor
        tone={tone}
        size="sm"
        icon="phone"
        href={`tel:+1${phone.replace(/\D/g, "")}`}
        aria-label={t`Call ${phone}, ${client}`}
      >
        {t`Call ${phone}`}
      </ButtonAnchor>
    );
  }
  return (
    <ButtonLink tone={tone} size="sm" to={pageOf(task)} aria-label={t`Open timeline, ${client}`}>
      <Trans>Open timeline</Trans>
    </ButtonLink>
  );
}

interface RowProps {
  task: BookTask;
  first: boolean;
  onDone: () => void;
}

function Row({ task, first, onDone }: RowProps) {
  const { t } = useLingui();
  const { client } = task;
  return (
    <li className={cx(s.todo, TONES[task.kind])}>
      <span className={s.mark}>
        <Icon name={ICONS[task.kind]} />
      </span>
      <div>
        <h3>
          <Title task={task} />
        </h3>
        <p>
          <Reason task={task} />
        </p>
      </div>
      <div className={s.actions}>
        <Action task={task} first={first} />
        <Button tone="quiet" size="sm" onClick={onDone} aria-label={t`Done, ${client}`}>
          <Trans>Done</Trans>
        </Button>
      </div>
    </li>
  );
}

/** The rep's tasks of today, most urgent first; a finished one leaves and can be undone. */
export function Today({ book }: { book: Book }) {
  const { t } = useLingui();
  const mark = useMarkTask();
  const [done, setDone] = useState<BookTask | null>(null);
  const [problem, setProblem] = useState("");
  const write = async (task: BookTask, isDone: boolean) => {
    setProblem("");
    try {
      await mark(task, isDone);
      setDone(isDone ? task : null);
    } catch (reason) {
      setProblem(messageOf(reason) || t`We could not save that. Check your connection and try again.`);
    }
  };
  const others = book.task_total - book.tasks.length;
  return (
    <Panel
      titleId="today"
      title={<Trans>Today</Trans>}
      aside={<span className="small mute">{t`Most urgent first`}</span>}
    >
      {(problem || done) && (
        <div className={s.said}>
          {problem && (
            <Banner tone="bad" live="alert">
              {problem}
            </Banner>
          )}
          {done && (
            <Banner
              tone="ok"
              live="status"
              action={
                <Button size="sm" onClick={() => void write(done, false)}>
                  <Trans>Undo</Trans>
                </Button>
              }
            >
              {t`Done: ${done.client}`}
            </Banner>
          )}
        </div>
      )}
      {book.tasks.length === 0 ? (
        <p className={s.nothing}>
          <Trans>Nothing needs you today. What comes next is below.</Trans>
        </p>
      ) : (
        <ol className={s.todos}>
          {book.tasks.map((task, index) => (
            <Row key={task.key} task={task} first={index === 0} onDone={() => void write(task, true)} />
          ))}
        </ol>
      )}
      {others > 0 && (
        <p className={s.more}>
          <Link to="/book-of-business?show=tasks#clients">
            {t`${plural(others, { one: "# more", other: "# more" })}`}
          </Link>
        </p>
      )}
    </Panel>
  );
}

import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, type ReactNode, useState } from "react";
import { messageOf } from "@/lib/api";
import { cx } from "@/lib/cx";
import { Link, useSearchParams } from "@/lib/router";
import { DateField } from "../form/DateField";
import { useDropdown } from "../layout/useDropdown";
import { Banner } from "../ui/Banner";
import { Button, ButtonAnchor, ButtonLink, IconButton, LinkButton } from "../ui/Button";
import { Panel } from "../ui/Card";
import { Facts } from "../ui/Facts";
import { Icon, type IconName } from "../ui/Icon";
import { CardSkeleton, FailedRead, Loading } from "../ui/State";
import { toast } from "../ui/Toast";
import { FilterLinks } from "./FilterLinks";
import s from "./TodayList.module.css";
import { type Outcome, type Show, type TodayItem, useToday, useTodayActs } from "./today";
import { useOpenWork } from "./work";

const FIRST = 20;
const TONES = { lead: s.lead, quote: undefined, warn: s.warn, good: s.good, plain: s.plain };

interface Acts {
  onMark: (item: TodayItem, mark: "done" | "later", until?: string) => void;
  onCall: (item: TodayItem, outcome: Outcome) => void;
}

/** Ways to finish an item or to put it off. */
function Later({ item, onMark }: { item: TodayItem } & Pick<Acts, "onMark">) {
  const { t } = useLingui();
  const menu = useDropdown();
  const [day, setDay] = useState("");
  const choose = (mark: "done" | "later", until = "") => {
    menu.close();
    onMark(item, mark, until);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (day.trim()) choose("later", day);
  };
  if (!item.can_finish && !item.can_wait) return null;
  return (
    <div className={s.later} {...menu.root}>
      <IconButton icon="more" size="sm" label={t`More for ${item.title}`} {...menu.button} />
      {menu.open && (
        <div className={s.menu}>
          {item.can_finish && (
            <button type="button" onClick={() => choose("done")}>
              <Icon name="check" />
              <Trans>Mark as done</Trans>
            </button>
          )}
          {item.can_wait && (
            <>
              <button type="button" onClick={() => choose("later")}>
                <Icon name="clock" />
                <Trans>Remind me tomorrow at 9</Trans>
              </button>
              <form noValidate onSubmit={submit}>
                <DateField
                  label={t`Remind me on`}
                  name={`later-${item.key}`}
                  value={day}
                  onChange={(event) => setDay(event.target.value)}
                />
                <Button type="submit" size="sm" blocked={!day.trim()}>
                  <Trans>Set reminder</Trans>
                </Button>
              </form>
            </>
          )}
        </div>
      )}
    </div>
  );
}

/** Asks how a call went; each answer takes the item off the list. */
function CallOutcome({ item, at, onCall }: { item: TodayItem; at: Date } & Pick<Acts, "onCall">) {
  const { t, i18n } = useLingui();
  const { title } = item;
  const time = i18n.date(at, { hour: "numeric", minute: "2-digit" });
  const choices: [Outcome, ReactNode][] = [
    ["talked", <Trans key="talked">We talked</Trans>],
    ["message", <Trans key="message">Left a message</Trans>],
    ["no_answer", <Trans key="none">No answer</Trans>],
  ];
  return (
    <fieldset className={s.outcome} aria-label={t`How the call with ${title} went`}>
      <p role="status">
        <b>
          <Trans>How did the call with {title} go?</Trans>
        </b>{" "}
        <span className="mute">
          <Trans>Called at {time}</Trans>
        </span>
      </p>
      <div>
        {choices.map(([outcome, words]) => (
          <Button key={outcome} size="sm" onClick={() => onCall(item, outcome)}>
            {words}
          </Button>
        ))}
        {item.kind.includes("lead") && (
          <ButtonLink size="sm" tone="quiet" to={item.href}>
            <Trans>Add a note</Trans>
          </ButtonLink>
        )}
      </div>
    </fieldset>
  );
}

/** At most two buttons: a call, and the item's own. */
function Buttons({ item, first, onCalled }: { item: TodayItem; first: boolean; onCalled: () => void }) {
  const { t } = useLingui();
  const open = useOpenWork();
  const { title, phone, verb, opens } = item;
  const call = () => {
    onCalled();
    // Without a phone on this machine the number is there to be typed into one.
    if (matchMedia("(pointer: fine)").matches)
      void navigator.clipboard?.writeText(phone).catch(() => undefined);
  };
  const own = { size: "sm", tone: first && !phone ? "primary" : "secondary" } as const;
  const label = t`${verb}, ${title}`;
  return (
    <>
      {phone && (
        <ButtonAnchor
          size="sm"
          icon="phone"
          tone={first ? "primary" : "secondary"}
          href={`tel:+1${phone.replace(/\D/g, "")}`}
          aria-label={t`Call ${title}, ${phone}`}
          onClick={call}
        >
          <Trans>Call</Trans>
        </ButtonAnchor>
      )}
      {opens && (
        <Button {...own} aria-label={label} onClick={() => void open(opens)}>
          {verb}
        </Button>
      )}
      {verb && !opens && (
        <ButtonLink {...own} aria-label={label} to={item.to}>
          {verb}
        </ButtonLink>
      )}
    </>
  );
}

function Row({ item, first, ...acts }: { item: TodayItem; first: boolean } & Acts) {
  const [called, setCalled] = useState<Date | null>(null);
  return (
    <li className={cx(s.task, TONES[item.tone])}>
      <span className={s.mark}>
        <Icon name={item.icon as IconName} />
      </span>
      <div className={s.body}>
        <p className={s.kind}>
          <b>{item.label}</b>
          {item.when && <span className={cx(item.late && s.late)}>{item.when}</span>}
        </p>
        <h3>{item.href ? <Link to={item.href}>{item.title}</Link> : item.title}</h3>
        {item.need && <p className={s.need}>{item.need}</p>}
        {item.people.length > 0 && (
          <p className={s.need}>
            {item.people.map((person, index) => (
              <span key={person.href}>
                {index > 0 && ", "}
                <Link to={person.href}>{person.name}</Link> {person.text}
              </span>
            ))}
          </p>
        )}
        {item.facts.length > 0 && (
          <Facts>
            {item.facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </Facts>
        )}
      </div>
      <div className={s.actions}>
        <Buttons item={item} first={first && !called} onCalled={() => setCalled(new Date())} />
        <Later item={item} onMark={acts.onMark} />
      </div>
      {called && <CallOutcome item={item} at={called} onCall={acts.onCall} />}
    </li>
  );
}

/** What was done today, with a way to open it again. */
function Finished({ done, onOpen }: { done: Done[]; onOpen: (key: string) => void }) {
  const { t, i18n } = useLingui();
  const [open, setOpen] = useState(false);
  const count = done.length;
  if (!count) return null;
  return (
    <div className={s.foot}>
      <p className="small mute">
        <Trans>
          Done today: <b className="num">{count}</b>.
        </Trans>{" "}
        <LinkButton aria-expanded={open} onClick={() => setOpen(!open)}>
          <Trans>See what you finished</Trans>
        </LinkButton>
      </p>
      {open && (
        <ul>
          {done.map((row) => {
            const title = row.title || row.label;
            return (
              <li key={row.key}>
                <span className="mute num">
                  {i18n.date(new Date(row.at), { hour: "numeric", minute: "2-digit" })}
                </span>
                <span>{row.title && row.label}</span>
                <b>{row.href ? <Link to={row.href}>{title}</Link> : title}</b>
                <LinkButton aria-label={t`Undo, ${title}`} onClick={() => onOpen(row.key)}>
                  <Trans>Undo</Trans>
                </LinkButton>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

type Done = NonNullable<ReturnType<typeof useToday>["data"]>["done"][number];

/** The parts of the list as links with their counts; the address keeps the chosen one. */
function Filters({
  counts,
  total,
  show,
}: {
  counts: { show: Show; count: number }[];
  total: number;
  show: string;
}) {
  const { t } = useLingui();
  const names: Record<Show, string> = {
    leads: t`Leads`,
    quotes: t`Quotes`,
    clients: t`Clients`,
    people: t`People`,
    changes: t`Changes`,
    dates: t`Dates`,
    coverage: t`Coverage`,
  };
  const used = counts.filter((row) => row.count > 0 || row.show === show);
  if (used.length < 2) return null;
  return (
    <FilterLinks
      label={t`Show`}
      className={s.filters}
      links={[
        { label: t`All`, to: "?", chosen: !show, count: total },
        ...used.map((row) => ({
          label: names[row.show],
          to: `?show=${row.show}`,
          chosen: row.show === show,
          count: row.count,
        })),
      ]}
    />
  );
}

/** What was pressed is gone: whoever goes by keyboard or screen reader goes on from the list's name. */
function focusHeading(id: string): void {
  const heading = document.getElementById(id);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
}

interface TodayListProps {
  titleId?: string;
  title?: ReactNode;
  /** Draws nothing while nothing waits. */
  quiet?: boolean;
  /** Instead of rows when nothing waits. */
  empty?: ReactNode;
  className?: string | undefined;
}

/** The reader's one list of work, most urgent first: of a rep, a group administrator or a member. */
export function TodayList({ titleId = "today", title, quiet, empty, className }: TodayListProps) {
  const { t } = useLingui();
  const [params] = useSearchParams();
  const show = (params.get("show") ?? "") as Show | "";
  const { data, isPending, isError, isFetching, refetch } = useToday(show);
  const { mark, logCall } = useTodayActs();
  const [all, setAll] = useState(false);
  const [problem, setProblem] = useState("");
  const failed = t`We couldn't save that. Check your connection and try again.`;
  const write = async (act: () => Promise<void>, done = "", undo?: () => void) => {
    setProblem("");
    try {
      await act();
      if (done) toast(done, undo);
      focusHeading(titleId);
    } catch (reason) {
      setProblem(messageOf(reason) || failed);
    }
  };
  const open = (key: string) => void write(() => mark(key, "open"));
  const acts: Acts = {
    onMark: (item, as, until) =>
      void write(
        () => mark(item.key, as, until),
        as === "done" ? t`Done: ${item.title}` : t`We'll remind you: ${item.title}`,
        () => open(item.key),
      ),
    onCall: (item, outcome) =>
      void write(
        () => logCall(item.key, outcome),
        outcome === "no_answer" ? t`Back tomorrow at 9: ${item.title}` : t`Call logged: ${item.title}`,
        () => open(item.key),
      ),
  };
  const retry = () => void refetch();
  if (quiet && (!data || (data.total === 0 && data.done.length === 0))) return null;
  const items = data?.items ?? [];
  const shown = all ? items : items.slice(0, FIRST);
  const more = items.length - shown.length;
  return (
    <Panel
      titleId={titleId}
      title={title ?? <Trans>Today</Trans>}
      className={cx(s.list, className)}
      aside={data && <Filters counts={data.counts} total={data.total} show={show} />}
    >
      {isPending && (
        <Loading>
          <CardSkeleton lines={6} />
        </Loading>
      )}
      {isError && !data && (
        <FailedRead title={<Trans>We couldn't load your list</Trans>} onRetry={retry} busy={isFetching} />
      )}
      {(problem || (isError && data)) && (
        <div className={s.said}>
          {problem ? (
            <Banner tone="bad" live="alert">
              {problem}
            </Banner>
          ) : (
            <Banner
              tone="warn"
              live="status"
              action={
                <Button size="sm" busy={isFetching} onClick={retry}>
                  <Trans>Try again</Trans>
                </Button>
              }
            >
              {t`We couldn't update this list. These rows may be old.`}
            </Banner>
          )}
        </div>
      )}
      {data && items.length === 0 && (empty ?? <Nothing />)}
      {items.length > 0 && (
        <ol className={cx(s.tasks, isError && s.old)}>
          {shown.map((item, index) => (
            <Row key={item.key} item={item} first={index === 0} {...acts} />
          ))}
        </ol>
      )}
      {more > 0 && (
        <p className={s.more}>
          <Button size="sm" onClick={() => setAll(true)}>
            {t`${plural(more, { one: "Show # more", other: "Show # more" })}`}
          </Button>
        </p>
      )}
      {data && <Finished done={data.done} onOpen={open} />}
    </Panel>
  );
}

/** Nothing waits. */
export function Nothing({ children, action }: { children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={s.none}>
      <span className={cx(s.mark, s.fine)}>
        <Icon name="check" />
      </span>
      <h3>
        <Trans>Nothing is waiting for you</Trans>
      </h3>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import type { Client } from "@/client";
import { Icon, type IconName } from "@/components/ui/Icon";
import { Pager } from "@/components/ui/Table";
import { FilterLinks } from "@/components/work/FilterLinks";
import { cx } from "@/lib/cx";
import { money } from "@/lib/format";
import { useSearchParams } from "@/lib/router";
import { usePages } from "@/lib/usePages";
import s from "./Client.module.css";

type Event = Client["past"][number];

const ICONS: Record<Event["kind"], IconName> = {
  policy: "shield",
  enrollment: "document",
  quote: "send",
  letter: "mail",
};
const LOOKS: Record<Event["kind"], string | undefined> = {
  policy: s.ofPolicy,
  enrollment: s.ofEnrollment,
  quote: s.ofQuote,
  letter: undefined,
};

function Item({ event }: { event: Event }) {
  return (
    <li className={cx(s.event, LOOKS[event.kind])}>
      <span className={s.icon}>
        <Icon name={ICONS[event.kind]} />
      </span>
      <time className="num">{event.day}</time>
      <div>
        <h4>{event.title}</h4>
        {event.detail && <p>{event.detail}</p>}
      </div>
      {event.amount && <span className={cx("num", s.amount)}>{money(event.amount)}</span>}
    </li>
  );
}

const PER_PAGE = 30;

/** Events by the year they happened in, the newest first. */
function byYear(events: Event[]): [string, Event[]][] {
  const years = new Map<string, Event[]>();
  for (const event of events) {
    const year = event.day.slice(-4);
    years.set(year, [...(years.get(year) ?? []), event]);
  }
  return [...years];
}

function Kinds({ chosen }: { chosen: string }) {
  const { t } = useLingui();
  const kinds = [
    { kind: "", label: t`Everything` },
    { kind: "quote", label: t`Quotes` },
    { kind: "enrollment", label: t`Enrollments` },
    { kind: "policy", label: t`Policies` },
    { kind: "letter", label: t`Letters` },
  ];
  return (
    <FilterLinks
      className={s.kinds}
      label={t`Show in the timeline`}
      links={kinds.map(({ kind, label }) => ({
        label,
        to: kind ? `?show=${kind}` : "?",
        chosen: kind === chosen,
      }))}
    />
  );
}

/** Upcoming events, today, and past events by year. */
export function Timeline({ client }: { client: Client }) {
  const { t } = useLingui();
  const [params] = useSearchParams();
  const chosen = params.get("show") ?? "";
  const fits = (event: Event) => !chosen || event.kind === chosen;
  const ahead = client.ahead.filter(fits);
  const past = client.past.filter(fits);
  const { rows, pager } = usePages(past, PER_PAGE);
  const { day } = client;
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="sr">{t`Timeline`}</h2>
      <Kinds chosen={chosen} />
      <div className={s.line}>
        {ahead.length > 0 && (
          <>
            <h3 className={s.label}>
              <Trans>Ahead</Trans>
            </h3>
            <ol className={s.ahead}>
              {ahead.map((event) => (
                <Item key={`${event.day} ${event.title} ${event.policy_number}`} event={event} />
              ))}
            </ol>
          </>
        )}
        <h3 className={cx(s.label, s.today)}>
          <span>
            <Trans>Today, {day}</Trans>
          </span>
        </h3>
        {past.length === 0 && (
          <p className={s.nothing}>
            {chosen ? <Trans>Nothing of this kind yet.</Trans> : <Trans>Nothing has happened yet.</Trans>}
          </p>
        )}
        {byYear(rows).map(([year, events]) => (
          <div key={year}>
            <h3 className={s.label}>{year}</h3>
            <ol>
              {events.map((event, index) => (
                <Item key={`${event.day} ${event.title} ${index}`} event={event} />
              ))}
            </ol>
          </div>
        ))}
      </div>
      <Pager {...pager} />
    </section>
  );
}

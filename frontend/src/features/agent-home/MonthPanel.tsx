import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { DeskFigures, DeskWeek } from "@/client";
import { Panel } from "@/components/ui/Card";
import { CardSkeleton, FailedRead, Loading } from "@/components/ui/State";
import { useActor } from "@/lib/actor";
import { api } from "@/lib/api";
import { cx } from "@/lib/cx";
import { parseDay } from "@/lib/dates";
import { money } from "@/lib/format";
import { Link } from "@/lib/router";
import { capitalized } from "@/lib/words";
import s from "./AgentHome.module.css";

const WEEKS = 5;
const HIGHEST = 65;

function useFigures() {
  const { agentId } = useActor();
  return useQuery({
    queryKey: ["desk-figures", agentId],
    queryFn: ({ signal }) => api.get("/api/v1/get-desk-figures", {}, signal),
  });
}

function dateOf(text: string): Date {
  const day = parseDay(text);
  return day ? new Date(day.year, day.month - 1, day.day) : new Date();
}

interface FigureProps {
  label: string;
  value: ReactNode;
  good?: boolean;
  children?: ReactNode;
}

function Figure({ label, value, good, children }: FigureProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
      {children && <dd className={cx(s.note, good && s.up)}>{children}</dd>}
    </div>
  );
}

/** Enrollments of the last weeks, as bars true to scale. */
function Weeks({ weeks }: { weeks: DeskWeek[] }) {
  const most = Math.max(1, ...weeks.map((week) => week.enrollments));
  return (
    <figure className={s.weeks}>
      <figcaption className="xs mute">
        <Trans>Enrollments by week</Trans>
      </figcaption>
      <ol>
        {weeks.map((week, index) => {
          const running = index === weeks.length - 1;
          return (
            <li key={week.starts_on} className={cx(running && s.now)}>
              <b>{week.enrollments}</b>
              <i style={{ height: `${2 + Math.round((week.enrollments * HIGHEST) / most)}px` }} />
              <span>{running ? <Trans>This week</Trans> : week.starts_on.slice(0, 5)}</span>
            </li>
          );
        })}
      </ol>
    </figure>
  );
}

function Figures({ figures: { month, before, premium, weeks } }: { figures: DeskFigures }) {
  const { t, i18n } = useLingui();
  const more = month.enrollments - before.enrollments;
  const change = more > 0 ? `+${more}` : String(more);
  const last = i18n.date(dateOf(before.starts_on), { month: "long" });
  const share = month.conversion;
  return (
    <>
      <dl className={s.figures}>
        <Figure label={t`Enrollments`} value={month.enrollments} good={more > 0}>
          {more === 0 ? (
            <Trans>Same as {last}</Trans>
          ) : (
            <Trans>
              {change} compared with {last}
            </Trans>
          )}
        </Figure>
        <Figure label={t`Monthly premium`} value={money(premium)} />
        <Figure label={t`Quotes sent`} value={month.quotes}>
          {month.quotes > 0 &&
            t`${plural(month.quotes_open, { one: "# still open", other: "# still open" })}`}
        </Figure>
        <Figure label={t`Quotes that became enrollments`} value={month.quotes_won}>
          {share !== null && <Trans>{share}% of those sent</Trans>}
        </Figure>
      </dl>
      <Weeks weeks={weeks.slice(-WEEKS)} />
    </>
  );
}

/** This month's key figures of a rep, beside the month before up to the same day. */
export function MonthPanel() {
  const { i18n } = useLingui();
  const { data, isError, isFetching, refetch } = useFigures();
  const month = data ? capitalized(i18n.date(dateOf(data.month.starts_on), { month: "long" })) : "";
  return (
    <Panel
      titleId="month"
      className={s.panel}
      title={month ? <Trans>{month} so far</Trans> : <Trans>This month</Trans>}
      aside={
        <Link to="/enrollments" className="small">
          <Trans>Details</Trans>
        </Link>
      }
    >
      {isError && !data && (
        <FailedRead
          title={<Trans>We couldn't load your figures</Trans>}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      )}
      {!data && !isError && (
        <Loading>
          <CardSkeleton lines={5} />
        </Loading>
      )}
      {data && <Figures figures={data} />}
    </Panel>
  );
}

import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { DeskFigures } from "@/client";
import { FailedRead, Loading } from "@/components/ui/State";
import { Figure, Figures as Frame } from "@/components/work/Figures";
import { useActor } from "@/lib/actor";
import { api } from "@/lib/api";
import { money } from "@/lib/format";
import s from "./AgentHome.module.css";

export function useFigures() {
  const { agentId } = useActor();
  return useQuery({
    queryKey: ["desk-figures", agentId],
    queryFn: ({ signal }) => api.get("/api/v1/get-desk-figures", {}, signal),
  });
}

/** Keeps a line's height. */
const BLANK = "\u00a0";

const signed = (change: number) => (change > 0 ? `+${change}` : String(change));

function Month({ figures: { month, before, premium } }: { figures: DeskFigures }) {
  const { t, i18n } = useLingui();
  const name = i18n.date(new Date(2000, Number(before.starts_on.slice(0, 2)) - 1, 1), { month: "long" });
  const more = month.enrollments - before.enrollments;
  const points =
    month.conversion === null || before.conversion === null ? null : month.conversion - before.conversion;
  const change = signed(more);
  const shift = signed(points ?? 0);
  return (
    <Frame className={s.figures}>
      <Figure label={t`Enrollments this month`} value={month.enrollments} change={more}>
        {more === 0 ? (
          <Trans>as in {name}</Trans>
        ) : (
          <Trans>
            {change} on {name}
          </Trans>
        )}
      </Figure>
      <Figure label={t`Quotes sent this month`} value={month.quotes}>
        {month.quotes > 0 && t`${plural(month.quotes_open, { one: "# still open", other: "# still open" })}`}
      </Figure>
      <Figure
        label={t`Quote to enrollment`}
        value={month.conversion === null ? "–" : `${month.conversion}%`}
        change={points ?? 0}
      >
        {points !== null && points !== 0 && (
          <Trans>
            {shift} pts on {name}
          </Trans>
        )}
      </Figure>
      <Figure label={t`Monthly premium written`} value={money(premium)} />
    </Frame>
  );
}

/** This month's key figures of a rep beside those of the month before. */
export function Figures() {
  const { data, isError, isFetching, refetch } = useFigures();
  if (isError) {
    return (
      <FailedRead
        title={<Trans>We could not load your figures</Trans>}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  }
  if (data) return <Month figures={data} />;
  return (
    <Loading>
      <Frame className={s.figures}>
        {["enrollments", "quotes", "conversion", "premium"].map((key) => (
          <Figure key={key} label={BLANK} value={BLANK} />
        ))}
      </Frame>
    </Loading>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { Roster } from "@/client";
import { Breadcrumb } from "@/components/ui/Breadcrumb";
import { CardSkeleton, FailedRead, Loading } from "@/components/ui/State";
import { WorkMain } from "@/components/work/WorkMain";
import { ApiError, api } from "@/lib/api";
import { cx } from "@/lib/cx";
import { PageHeading } from "@/lib/page";
import { useSearchParams } from "@/lib/router";
import { Done } from "./Done";
import { Fix } from "./Fix";
import s from "./GroupRoster.module.css";
import { Match } from "./Match";
import { isMoving, useRoster, useTaken } from "./reads";
import { Upload } from "./Upload";

const STEPS = ["upload", "match", "fix", "done"] as const;
type StepName = (typeof STEPS)[number];

function stepOf(roster: Roster | undefined, matching: boolean): StepName {
  if (!roster || roster.state === "discarded") return "upload";
  if (roster.state === "mapping" || matching) return "match";
  return ["applied", "undoing", "undone"].includes(roster.state) ? "done" : "fix";
}

function Steps({ now }: { now: StepName }) {
  const { t } = useLingui();
  const words: Record<StepName, string> = {
    upload: t`Upload`,
    match: t`Match columns`,
    fix: t`Fix`,
    done: t`Done`,
  };
  const place = STEPS.indexOf(now);
  return (
    <ol className={s.steps} aria-label={t`Steps`}>
      {STEPS.map((step, at) => (
        <li
          key={step}
          className={cx(at < place && s.past, at === place && s.now)}
          aria-current={at === place ? "step" : undefined}
        >
          <b>{at + 1}</b>
          {words[step]}
        </li>
      ))}
    </ol>
  );
}

/** Work on a long file, as far as it is. */
function Working({ roster }: { roster: Roster }) {
  const { t } = useLingui();
  const words = {
    checking: t`Checking every row`,
    applying: t`Saving your roster`,
    undoing: t`Undoing the upload`,
  }[roster.state as "checking" | "applying" | "undoing"];
  return (
    <>
      <PageHeading title={words}>{words}</PageHeading>
      <div className={s.working}>
        <progress max={100} value={roster.percent} aria-label={words} />
        <p className="small" role="status">
          <Trans>{roster.percent}% done. You can leave this page; we'll keep going.</Trans>
        </p>
      </div>
    </>
  );
}

/** A group's administrator uploads a roster: file, columns, rows to fix, done. */
export default function GroupRosterPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const id = params.get("upload") ?? "";
  const [matching, setMatching] = useState(false);
  const read = useRoster(id);
  const taken = useTaken();
  const roster = id ? read.data : undefined;
  const step = stepOf(roster, matching);
  const gone = read.error instanceof ApiError && read.error.status === 404;
  const take = async (next: Roster) => {
    setMatching(false);
    await taken(next);
  };
  const start = () => {
    setMatching(false);
    void navigate("/group-home/roster");
  };
  const drop = async () => {
    await api.post("/api/v1/take-roster-step", { roster_id: id, step: "discard" });
    start();
  };

  return (
    <WorkMain>
      <div className={s.roster}>
        <Breadcrumb
          crumbs={[{ label: t`People`, to: "/group-home/people" }, { label: t`Upload a roster` }]}
        />
        <Steps now={step} />
        {id && read.isPending && (
          <Loading label={t`Loading the upload`}>
            <CardSkeleton lines={6} />
          </Loading>
        )}
        {id && read.isError && !gone && (
          <FailedRead
            title={<Trans>We could not load the upload</Trans>}
            onRetry={() => void read.refetch()}
            busy={read.isFetching}
          />
        )}
        {(!id || gone || (roster && step === "upload")) && (
          <Upload
            onRead={(next) => {
              void taken(next);
              void navigate(`/group-home/roster?upload=${next.roster_id}`);
            }}
          />
        )}
        {roster && isMoving(roster) && <Working roster={roster} />}
        {roster && !isMoving(roster) && step === "match" && roster.mapping && (
          <Match
            key={roster.mapping.columns.length}
            roster={roster}
            mapping={roster.mapping}
            onBack={() => (roster.counts ? setMatching(false) : void drop())}
            onTaken={(next) => void take(next)}
          />
        )}
        {roster && !isMoving(roster) && step === "fix" && (
          <Fix roster={roster} onBack={() => setMatching(true)} onTaken={take} />
        )}
        {roster && !isMoving(roster) && step === "done" && <Done roster={roster} onTaken={take} />}
      </div>
    </WorkMain>
  );
}

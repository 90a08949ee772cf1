import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import type { Roster } from "@/client";
import { Banner } from "@/components/ui/Banner";
import { Button, ButtonLink, LinkButton } from "@/components/ui/Button";
import { Icon } from "@/components/ui/Icon";
import { ApiError, api, messageOf } from "@/lib/api";
import { cx } from "@/lib/cx";
import { PageHeading } from "@/lib/page";
import { Link } from "@/lib/router";
import { Changes } from "./Effects";
import s from "./GroupRoster.module.css";
import { saveHeldRows } from "./reads";

function Line({ words, count, total }: { words: ReactNode; count: number; total?: boolean }) {
  return (
    <div className={cx(total && s.total)}>
      <dt>{words}</dt>
      <dd className="num">{count}</dd>
    </div>
  );
}

/** What was saved, with the way back until midnight. */
export function Done({ roster, onTaken }: { roster: Roster; onTaken: (roster: Roster) => Promise<void> }) {
  const { t } = useLingui();
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const { counts, skipped_roster: skipped } = roster;
  if (!counts) return null;
  const isUndone = roster.state === "undone";
  const undo = async () => {
    setProblem("");
    setBusy(true);
    try {
      await onTaken(
        await api.post("/api/v1/take-roster-step", { roster_id: roster.roster_id, step: "undo" }),
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const family =
    counts.rows - counts.added - counts.changed - counts.unchanged - counts.skipped - counts.unused;
  return (
    <>
      <span className={cx(s.dropIcon, s.good)}>
        <Icon name="check" />
      </span>
      <div>
        <PageHeading title={isUndone ? t`Upload undone` : t`Your roster is up to date`}>
          {isUndone ? <Trans>Upload undone</Trans> : <Trans>Your roster is up to date</Trans>}
        </PageHeading>
        <p className={s.lead}>
          {isUndone
            ? t`${plural(counts.restored, { one: "# person was restored.", other: "# people were restored." })}`
            : t`${plural(counts.added, { one: "# person added", other: "# people added" })}, ${plural(counts.changed, { one: "# updated", other: "# updated" })}, ${plural(counts.unchanged, { one: "# unchanged", other: "# unchanged" })}.`}
        </p>
      </div>
      {isUndone && counts.kept > 0 && (
        <Banner tone="warn">
          <Trans>{counts.kept} couldn't be restored because something changed. See why in the list.</Trans>
        </Banner>
      )}
      {!isUndone && counts.invited > 0 && (
        <p className="small">
          {t`${plural(counts.invited, { one: "We'll email # person an invitation to sign in after midnight, when this upload can no longer be undone.", other: "We'll email # people an invitation to sign in after midnight, when this upload can no longer be undone." })}`}
        </p>
      )}
      <dl className={s.lines}>
        <Line words={<Trans>People added</Trans>} count={counts.added} />
        <Line words={<Trans>People updated</Trans>} count={counts.changed} />
        <Line words={<Trans>Unchanged</Trans>} count={counts.unchanged} />
        {family > 0 && <Line words={<Trans>Family members, with their employees</Trans>} count={family} />}
        {counts.unused > 0 && (
          <Line words={<Trans>Left out: totals, repeats, or your choice</Trans>} count={counts.unused} />
        )}
        {counts.skipped > 0 && (
          <Line
            words={
              <>
                <Trans>Skipped</Trans>
                {skipped && (
                  <>
                    {", "}
                    <LinkButton onClick={() => void saveHeldRows(skipped)}>
                      <Trans>download these rows</Trans>
                    </LinkButton>{" "}
                    <Trans>
                      or <Link to={`/group-home/roster?upload=${skipped}`}>fix them now</Link>
                    </Trans>
                  </>
                )}
              </>
            }
            count={counts.skipped}
          />
        )}
        <Line words={<Trans>Rows in your file</Trans>} count={counts.rows} total />
      </dl>
      <div>
        <Changes roster={roster} effect="added" />
        <Changes roster={roster} effect="changed" />
      </div>
      {(problem || roster.problem) && (
        <Banner tone="bad" live="alert">
          {problem || roster.problem}
        </Banner>
      )}
      <div className={s.actions}>
        <ButtonLink tone="primary" to="/group-home/people">
          <Trans>See your people</Trans>
        </ButtonLink>
        {roster.may_undo && (
          <Button busy={busy} busyText={t`Sending`} onClick={() => void undo()}>
            <Trans>Undo this upload</Trans>
          </Button>
        )}
        {isUndone && (
          <ButtonLink to="/group-home/roster">
            <Trans>Upload another file</Trans>
          </ButtonLink>
        )}
      </div>
      {roster.may_undo && (
        <p className="small mute">
          <Trans>
            You can undo until midnight. We'll remember the columns of “{roster.file_name}” for next time.
          </Trans>
        </p>
      )}
    </>
  );
}

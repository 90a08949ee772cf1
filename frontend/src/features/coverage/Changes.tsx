import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Facts } from "@/components/ui/Facts";
import { announce } from "@/lib/announce";
import { api, messageOf } from "@/lib/api";
import { money } from "@/lib/format";
import s from "./Coverage.module.css";
import { type CoverageChange, useKeepCoverage } from "./reads";

/** What happened to policies, newest first; a change of today can be taken back by whoever sent it. */
export function Changes({ changes }: { changes: CoverageChange[] }) {
  const { t } = useLingui();
  const keep = useKeepCoverage();
  const [busy, setBusy] = useState("");
  const [problem, setProblem] = useState("");
  const undo = async (change: CoverageChange) => {
    setBusy(change.id);
    setProblem("");
    try {
      keep(await api.post("/api/v1/withdraw-change", { order_id: change.order_id }));
      announce(t`The change was taken back.`);
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy("");
    }
  };
  return (
    <>
      {problem && (
        <Banner tone="bad" live="alert">
          {problem}
        </Banner>
      )}
      <ul className={s.plans}>
        {changes.map((change) => (
          <li key={change.id} className={s.plan}>
            <div className={s.head}>
              <h3>{change.title}</h3>
              {change.may_withdraw && (
                <Button
                  size="sm"
                  tone="quiet"
                  busy={busy === change.id}
                  busyText={t`Undoing`}
                  aria-label={t`Undo: ${change.title}, ${change.plan}`}
                  onClick={() => void undo(change)}
                >
                  <Trans>Undo</Trans>
                </Button>
              )}
            </div>
            <Facts>
              <span>{change.plan}</span>
              {change.kind === "end" ? (
                <Trans>Last day {change.effective}</Trans>
              ) : (
                <Trans>From {change.effective}</Trans>
              )}
              {amounts(change)}
              <Trans>
                {change.by}, {change.recorded}
              </Trans>
            </Facts>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What it cost before and costs now; null where neither is on record, or both are alike. */
function amounts(change: CoverageChange) {
  if (!change.after || change.before === change.after) return null;
  const after = money(change.after);
  if (!change.before) return <Trans>{after} a month</Trans>;
  const before = money(change.before);
  return (
    <Trans>
      {before} before, {after} a month now
    </Trans>
  );
}

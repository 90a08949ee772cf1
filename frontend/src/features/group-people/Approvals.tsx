import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Approval } from "@/client";
import { TextField } from "@/components/form/TextField";
import { Avatar } from "@/components/ui/Avatar";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { Dialog } from "@/components/ui/Dialog";
import { FailedRead } from "@/components/ui/State";
import { useActor } from "@/lib/actor";
import { ApiError, api, messageOf } from "@/lib/api";
import { money } from "@/lib/format";
import s from "./GroupPeople.module.css";

function useApprovals() {
  const { groupId } = useActor();
  return useQuery({
    queryKey: ["approvals", groupId],
    queryFn: ({ signal }) => api.get("/api/v1/get-approvals", undefined, signal),
  });
}

/** What the change does to a plan, and who then pays how much. */
function Effect({ approval }: { approval: Approval }) {
  const { t } = useLingui();
  const { after, before } = approval;
  const rows = [
    [t`Premium`, before.premium, after.premium],
    [t`The group pays`, before.employer, after.employer],
    [t`They pay`, before.own, after.own],
  ] as const;
  return (
    <>
      <ul className={s.ends}>
        {approval.plans.map((plan) => {
          const { effective, plan: name } = plan;
          return (
            <li key={plan.policy_number}>
              <b>
                <Trans>
                  {name} from {effective}
                </Trans>
              </b>
              {plan.before && plan.after && (
                <span className="small num">
                  {money(plan.before)} → {money(plan.after)}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {after.premium && (
        <dl className={s.facts}>
          {rows.map(([label, was, is]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="num">
                {money(was)} → {money(is)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

interface ItemProps {
  approval: Approval;
  busy: boolean;
  onAgree: () => void;
  onDecline: () => void;
}

function Item({ approval, busy, onAgree, onDecline }: ItemProps) {
  const { t } = useLingui();
  const { asked_on: askedOn, happened_on: happenedOn, name, title } = approval;
  return (
    <li className={s.approval}>
      <div className={s.person}>
        <Avatar name={name} size="sm" />
        <span>
          <h3>
            {name}: {title}
          </h3>
          <span className="small mute">
            {happenedOn ? (
              <Trans>
                Happened on {happenedOn}, reported on {askedOn}
              </Trans>
            ) : (
              <Trans>Reported on {askedOn}</Trans>
            )}
          </span>
        </span>
      </div>
      {approval.problem ? <Banner tone="warn">{approval.problem}</Banner> : <Effect approval={approval} />}
      <div className="row">
        {!approval.problem && (
          <Button
            tone="primary"
            size="sm"
            busy={busy}
            busyText={t`Approving`}
            aria-label={t`Approve, ${name}`}
            onClick={onAgree}
          >
            <Trans>Approve</Trans>
          </Button>
        )}
        <Button size="sm" aria-label={t`Not yet, ${name}`} onClick={onDecline}>
          <Trans>Not yet</Trans>
        </Button>
      </div>
    </li>
  );
}

interface DeclineProps {
  approval: Approval;
  onClose: () => void;
  onSend: (reason: string) => Promise<void>;
}

/** Declining needs a reason, which the person reads. */
function DeclineDialog({ approval, onClose, onSend }: DeclineProps) {
  const { t } = useLingui();
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { name } = approval;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!reason.trim()) return setError(t`Field is required`);
    setBusy(true);
    await onSend(reason);
    setBusy(false);
  };
  return (
    <Dialog
      title={<Trans>Not yet: {name}</Trans>}
      onClose={onClose}
      onSubmit={(event) => void send(event)}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" tone="primary" busy={busy} busyText={t`Sending`}>
            <Trans>Send it back</Trans>
          </Button>
        </>
      }
    >
      <TextField
        id="decline-reason"
        label={t`Why`}
        hint={t`They read it under My benefits.`}
        maxLength={300}
        value={reason}
        error={error}
        onChange={(event) => {
          setReason(event.target.value);
          setError(undefined);
        }}
      />
    </Dialog>
  );
}

/** Changes that people reported and that wait for the group. Nothing where none does. */
export function Approvals() {
  const { t } = useLingui();
  const client = useQueryClient();
  const approvals = useApprovals();
  const [declining, setDeclining] = useState<Approval | null>(null);
  const [problem, setProblem] = useState("");
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState("");
  const decide = async (approval: Approval, agree: boolean, reason = "") => {
    setProblem("");
    setBusy(approval.id);
    try {
      await api.post("/api/v1/decide-approval", { id: approval.id, agree, reason });
      setSaid(agree ? t`Approved: ${approval.name}` : t`Sent back: ${approval.name}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(messageOf(error));
    }
    setBusy("");
    setDeclining(null);
    await client.invalidateQueries({ queryKey: ["approvals"] });
    void client.invalidateQueries({ queryKey: ["group-people"] });
  };
  if (approvals.isError) {
    return (
      <FailedRead
        title={<Trans>We could not load what waits for you</Trans>}
        onRetry={() => void approvals.refetch()}
        busy={approvals.isFetching}
      />
    );
  }
  const waiting = approvals.data ?? [];
  const count = waiting.length;
  return (
    <>
      {problem && (
        <Banner tone="bad" live="alert">
          {problem}
        </Banner>
      )}
      {said && (
        <Banner tone="ok" live="status">
          {said}
        </Banner>
      )}
      {count > 0 && (
        <Panel
          titleId="approvals"
          title={<Trans>Waiting for you</Trans>}
          className={s.approvals}
          aside={
            <span className="small mute" aria-live="polite">
              {t`${plural(count, { one: "# change", other: "# changes" })}`}
            </span>
          }
        >
          <ul>
            {waiting.map((approval) => (
              <Item
                key={approval.id}
                approval={approval}
                busy={busy === approval.id}
                onAgree={() => void decide(approval, true)}
                onDecline={() => setDeclining(approval)}
              />
            ))}
          </ul>
        </Panel>
      )}
      {declining && (
        <DeclineDialog
          approval={declining}
          onClose={() => setDeclining(null)}
          onSend={(reason) => decide(declining, false, reason)}
        />
      )}
    </>
  );
}

import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Approval } from "@/client";
import { TextField } from "@/components/form/TextField";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { Dialog } from "@/components/ui/Dialog";
import { FailedRead } from "@/components/ui/State";
import { PastMonths } from "@/components/work/PastMonths";
import { useActor } from "@/lib/actor";
import { ApiError, api, messageOf } from "@/lib/api";
import { Effect } from "./Effect";
import s from "./Group.module.css";
import { Pages, ReportedChange } from "./ReportedChange";

const PER_PAGE = 5;

function useApprovals(page: number) {
  const { groupId } = useActor();
  return useQuery({
    queryKey: ["approvals", groupId, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get("/api/v1/get-approvals", { page, per_page: PER_PAGE }, signal),
  });
}

interface ItemProps {
  approval: Approval;
  /** As it would be now, where that isn't what was reported any more. */
  refused: Approval | undefined;
  busy: boolean;
  onAgree: () => void;
  onDecline: () => void;
}

function Item({ approval, refused, busy, onAgree, onDecline }: ItemProps) {
  const { t } = useLingui();
  const { name } = approval;
  const [open, setOpen] = useState(false);
  const latest = useQuery({
    queryKey: ["approval", approval.id],
    enabled: open,
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => api.get("/api/v1/get-approval", { id: approval.id }, signal),
  });
  const current = refused ?? (open && latest.data ? latest.data : approval);
  return (
    <li className={s.approval}>
      <ReportedChange change={approval} />
      {current.problem && <Banner tone="warn">{current.problem}</Banner>}
      {current.asks && <Banner tone="info">{current.asks}</Banner>}
      {latest.isError && <Banner tone="bad">{messageOf(latest.error)}</Banner>}
      <Effect change={current} />
      <PastMonths rows={[current]} />
      <div className="row">
        {!current.problem && (
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
        <Button size="sm" aria-label={t`Decline, ${name}`} onClick={onDecline}>
          <Trans>Decline</Trans>
        </Button>
        {!open && !refused && (
          <Button
            size="sm"
            tone="quiet"
            aria-label={t`Recalculate as of today, ${name}`}
            onClick={() => setOpen(true)}
          >
            <Trans>Recalculate as of today</Trans>
          </Button>
        )}
        {open && latest.isSuccess && !current.problem && (
          <span className="small mute" role="status">
            <Trans>Nothing has changed since it was reported.</Trans>
          </span>
        )}
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
      title={<Trans>Decline the change of {name}</Trans>}
      onClose={onClose}
      onSubmit={(event) => void send(event)}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" tone="primary" busy={busy} busyText={t`Sending`}>
            <Trans>Decline</Trans>
          </Button>
        </>
      }
    >
      <p className="small">
        <Trans>We'll email your reason to {name} right away. You can't undo this.</Trans>
      </p>
      <TextField
        id="decline-reason"
        label={t`Reason`}
        hint={t`They'll read it under My benefits.`}
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
  const [page, setPage] = useState(1);
  const approvals = useApprovals(page);
  const [refused, setRefused] = useState<Record<string, Approval>>({});
  const [declining, setDeclining] = useState<Approval | null>(null);
  const [problem, setProblem] = useState("");
  const [notice, setNotice] = useState("");
  const [busy, setBusy] = useState("");
  const decide = async (approval: Approval, agree: boolean, reason = "") => {
    setProblem("");
    setBusy(approval.id);
    try {
      const done = await api.post("/api/v1/decide-approval", { id: approval.id, agree, reason });
      const { name } = approval;
      const team = done.waits_for;
      const approved = team
        ? t`Approved: ${name}. ${team} must also approve it, because it goes back so far.`
        : t`Approved: ${name}`;
      setNotice(agree ? approved : t`Declined: ${name}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const latest = (error.data as { approval?: Approval } | undefined)?.approval;
      if (latest) setRefused((all) => ({ ...all, [approval.id]: latest }));
      else setProblem(messageOf(error));
    }
    setBusy("");
    setDeclining(null);
    await client.invalidateQueries({ queryKey: ["approvals"] });
    void client.invalidateQueries({ queryKey: ["team-requests"] });
    void client.invalidateQueries({ queryKey: ["group-people"] });
  };
  if (approvals.isError) {
    return (
      <FailedRead
        title={<Trans>We couldn't load the changes that need your approval</Trans>}
        onRetry={() => void approvals.refetch()}
        busy={approvals.isFetching}
      />
    );
  }
  const waiting = approvals.data?.result ?? [];
  const count = approvals.data?.total ?? 0;
  return (
    <>
      {problem && (
        <Banner tone="bad" live="alert">
          {problem}
        </Banner>
      )}
      {notice && (
        <Banner tone="ok" live="status">
          {notice}
        </Banner>
      )}
      {count > 0 && (
        <Panel
          titleId="approvals"
          title={<Trans>Needs your approval</Trans>}
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
                refused={refused[approval.id]}
                busy={busy === approval.id}
                onAgree={() => void decide(approval, true)}
                onDecline={() => setDeclining(approval)}
              />
            ))}
          </ul>
          {approvals.data && <Pages list={approvals.data} onPage={setPage} />}
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

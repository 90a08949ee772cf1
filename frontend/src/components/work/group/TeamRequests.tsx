import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { TeamRequest } from "@/client";
import { Badge } from "@/components/ui/Badge";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { FailedRead } from "@/components/ui/State";
import { useActor } from "@/lib/actor";
import { api } from "@/lib/api";
import { Effect } from "./Effect";
import s from "./Group.module.css";
import { type Undone, UndoneNotice } from "./Notices";
import { Pages, ReportedChange } from "./ReportedChange";
import { useTakeBack } from "./useTakeBack";

const PER_PAGE = 5;
const TONES = { waiting: "accent", agreed: "ok", declined: "warn" } as const;

function useRequests(page: number) {
  const { groupId } = useActor();
  return useQuery({
    queryKey: ["team-requests", groupId, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get("/api/v1/get-team-requests", { page, per_page: PER_PAGE }, signal),
  });
}

interface ItemProps {
  request: TeamRequest;
  team: string;
  onTakeBack: () => Promise<void>;
}

function Item({ request, team, onTakeBack }: ItemProps) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const { decided_on: decidedOn, name, state } = request;
  const words = {
    waiting: t`Waiting for ${team}`,
    agreed: t`Approved on ${decidedOn}`,
    declined: t`Sent back on ${decidedOn}`,
  };
  const takeBack = async () => {
    setBusy(true);
    await onTakeBack();
    setBusy(false);
  };
  return (
    <li className={s.approval}>
      <ReportedChange change={request}>
        <span>
          <Badge tone={TONES[state]}>{words[state]}</Badge>
        </span>
      </ReportedChange>
      {request.reason && <Banner tone="warn">{request.reason}</Banner>}
      {state === "waiting" && <Effect change={request} />}
      {request.may_withdraw && (
        <div className="row">
          <Button
            size="sm"
            busy={busy}
            busyText={t`Withdrawing`}
            aria-label={t`Withdraw it, ${name}`}
            onClick={() => void takeBack()}
          >
            <Trans>Withdraw it</Trans>
          </Button>
        </div>
      )}
    </li>
  );
}

/** Requests to the store's team and its recent decisions; empty without any. */
export function TeamRequests() {
  const [page, setPage] = useState(1);
  const requests = useRequests(page);
  const { problem, takeBack } = useTakeBack();
  const [undone, setUndone] = useState<Undone | null>(null);
  if (requests.isError) {
    return (
      <FailedRead
        title={<Trans>We couldn't load your requests to our team</Trans>}
        onRetry={() => void requests.refetch()}
        busy={requests.isFetching}
      />
    );
  }
  const { data } = requests;
  const notice = undone && <UndoneNotice undone={undone} />;
  if (!data || data.total === 0) return notice;
  const takeBackOf = async (request: TeamRequest) => {
    setUndone(null);
    if (await takeBack(request.member_id, request.id)) setUndone({ name: request.name, what: "request" });
  };
  return (
    <Panel titleId="team-requests" title={<Trans>Requested from {data.team}</Trans>} className={s.approvals}>
      {notice}
      {problem && (
        <Banner tone="bad" live="alert" news>
          {problem}
        </Banner>
      )}
      <ul>
        {data.result.map((request) => (
          <Item key={request.id} request={request} team={data.team} onTakeBack={() => takeBackOf(request)} />
        ))}
      </ul>
      <Pages list={data} onPage={setPage} />
    </Panel>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import type { AddedPerson, GroupEnrollment, GroupInfo, Platform } from "@/client";
import { ChoiceCards } from "@/components/form/Choices";
import { Button, ButtonLink } from "@/components/ui/Button";
import { CardSkeleton, FailedRead, Loading, SkeletonBar } from "@/components/ui/State";
import { CurrentMemberWay, WayTitle, WhoPanel } from "@/components/work/EnrollPanel";
import { FirstSteps } from "@/components/work/FirstSteps";
import { Approvals } from "@/components/work/group/Approvals";
import { JoinedNotice } from "@/components/work/group/Notices";
import { usePeople } from "@/components/work/group/reads";
import { startNewMember, useMemberTotal, usePortals } from "@/components/work/members";
import { TodayList } from "@/components/work/TodayList";
import { useCartGuard } from "@/components/work/useCartGuard";
import { useOwnGroup } from "@/components/work/useStorefront";
import { WorkMain } from "@/components/work/WorkMain";
import { useActor } from "@/lib/actor";
import { PageHeading } from "@/lib/page";
import { useDayWords } from "@/lib/words";
import { Classes } from "./Classes";
import { ComingUp, Recent } from "./Days";
import { Enrollment } from "./Enrollment";
import s from "./GroupHome.module.css";
import { useGroupActivity, useGroupEnrollment } from "./reads";

/** How high the choice among one portal is, in pixels. */
const NEW_MEMBER_HEIGHT = 190;

/** The start with a new person: the portal first, preselected where there is only one, then the four questions. */
function NewMemberWay({ portals, group }: { portals: Platform[]; group: GroupInfo }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [only, another] = portals;
  const [portalId, setPortal] = useState(only && !another ? String(only.platform_group_id) : "");
  const [error, setError] = useState<string>();
  const [guard, question] = useCartGuard();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const portal = portals.find((portal) => String(portal.platform_group_id) === portalId);
    if (!portal) {
      setError(t`Please choose a platform`);
      document.getElementById("new-portal")?.querySelector("input")?.focus();
      return;
    }
    const { gid, gname, gcode } = group;
    guard(() => {
      startNewMember({ portal, group: gid ? { gid, gname: gname ?? "", gcode: gcode ?? "" } : undefined });
      void navigate("/home");
    });
  };
  return (
    <form noValidate onSubmit={submit}>
      <WayTitle
        icon="plus"
        title={<Trans>New Member</Trans>}
        text={<Trans>Choose the enrollment portal to begin.</Trans>}
      />
      <ChoiceCards
        compact
        label={t`Enrollment portal`}
        id="new-portal"
        name="new-portal"
        value={portalId}
        error={error}
        onChange={(event) => {
          setPortal(event.target.value);
          setError(undefined);
        }}
        choices={portals.map((portal) => ({
          value: String(portal.platform_group_id),
          title: portal.platform_name,
        }))}
      />
      <div className="row">
        <Button type="submit" tone="primary">
          <Trans>Start New Member Enrollment</Trans>
        </Button>
      </div>
      {question}
    </form>
  );
}

const JoiningDialog = lazy(() => import("@/components/work/group/JoiningDialog"));

/** What an administrator needs to know in the first minute, in a sentence or two. */
function Summary({ round }: { round: GroupEnrollment | undefined }) {
  const words = useDayWords();
  if (!round) return <Trans>Enroll someone new, or add plans for a member.</Trans>;
  const [opens, closes] = [words(round.opens_on), words(round.closes_on)];
  if (round.state === "open") {
    return round.days_left === 0 ? (
      <Trans>Open enrollment ends today at midnight.</Trans>
    ) : (
      <Trans>Open enrollment ends on {closes}.</Trans>
    );
  }
  if (round.state === "coming") return <Trans>Open enrollment starts on {opens}.</Trans>;
  if (round.state === "closed") return <Trans>Open enrollment ended on {closes}.</Trans>;
  return <Trans>Your people can enroll any day.</Trans>;
}

/** A group administrator's home: who hasn't enrolled, what to approve, who pays what, and enrolling for somebody. */
export default function GroupHomePage() {
  const { t } = useLingui();
  const { groupId, name } = useActor();
  const group = useOwnGroup();
  const portals = usePortals(null, groupId);
  const total = useMemberTotal();
  const [page, setPage] = useState(1);
  const round = useGroupEnrollment(page);
  const people = usePeople({ page: 1, perPage: 1, search: "", show: "", day: "" });
  const activity = useGroupActivity();
  const [joining, setJoining] = useState(false);
  const [joined, setJoined] = useState<AddedPerson | null>(null);
  const reads = [group, portals, round, people, activity];
  const failed = reads.some((read) => read.isError);
  const title = group.data?.gname || name;
  return (
    <WorkMain>
      <div className="page-head">
        <div>
          <PageHeading title={t`Home`}>{title}</PageHeading>
          <p className="small">
            <Summary round={round.data} />
          </p>
        </div>
        <div className="row">
          <ButtonLink size="sm" icon="users" to="/group-home/people">
            <Trans>People</Trans>
          </ButtonLink>
          <ButtonLink size="sm" to="/group-home/roster">
            <Trans>Upload a roster</Trans>
          </ButtonLink>
          <Button size="sm" icon="plus" onClick={() => setJoining(true)}>
            <Trans>Add an employee</Trans>
          </Button>
        </div>
      </div>
      {failed && (
        <FailedRead
          onRetry={() => void Promise.all(reads.filter((read) => read.isError).map((read) => read.refetch()))}
          busy={reads.some((read) => read.isError && read.isFetching)}
        />
      )}
      {joined && <JoinedNotice added={joined} />}
      {!failed && (
        <div className={s.cockpit}>
          <div className={s.main}>
            {round.data ? (
              <Enrollment round={round.data} onPage={setPage} />
            ) : (
              <Loading>
                <CardSkeleton lines={6} />
              </Loading>
            )}
            <Approvals />
            {people.data && <Classes people={people.data} />}
            <WhoPanel>
              {group.data && portals.data ? (
                <NewMemberWay portals={portals.data} group={group.data} />
              ) : (
                <Loading>
                  <SkeletonBar height={NEW_MEMBER_HEIGHT} />
                </Loading>
              )}
              <CurrentMemberWay list="/group-select-member" total={total} />
            </WhoPanel>
          </div>
          <div className={s.side}>
            <FirstSteps />
            {activity.data && <Recent events={activity.data} />}
            {round.data && <ComingUp days={round.data.ahead} />}
          </div>
        </div>
      )}
      <TodayList quiet />
      {joining && (
        <Suspense fallback={null}>
          <JoiningDialog
            onClose={() => setJoining(false)}
            onDone={(added) => {
              setJoining(false);
              setJoined(added);
              void round.refetch();
            }}
          />
        </Suspense>
      )}
    </WorkMain>
  );
}

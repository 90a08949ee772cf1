import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import type { GroupInfo, Platform } from "@/client";
import { ChoiceCards } from "@/components/form/Choices";
import { Button, ButtonLink } from "@/components/ui/Button";
import { FailedRead, Loading, SkeletonBar } from "@/components/ui/State";
import { CurrentMemberWay, WayTitle, WhoPanel } from "@/components/work/EnrollPanel";
import { startNewMember, useMemberTotal, usePortals } from "@/components/work/members";
import { useCartGuard } from "@/components/work/useCartGuard";
import { useOwnGroup } from "@/components/work/useStorefront";
import { Waiting } from "@/components/work/Waiting";
import { WorkMain } from "@/components/work/WorkMain";
import { useActor } from "@/lib/actor";
import { PageHeading } from "@/lib/page";

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

/** A group administrator's home: start with a new person or one on record. */
export default function GroupHomePage() {
  const { t } = useLingui();
  const { groupId, name } = useActor();
  const group = useOwnGroup();
  const portals = usePortals(null, groupId);
  const total = useMemberTotal();
  const failed = group.isError || portals.isError;
  const title = group.data?.gname || name;
  return (
    <WorkMain>
      <div className="page-head">
        <div>
          <PageHeading title={t`Home`}>{title}</PageHeading>
          <p className="small">
            <Trans>Enroll somebody new, or add plans for a member.</Trans>
          </p>
        </div>
        <ButtonLink icon="users" to="/group-home/people">
          <Trans>Who has what</Trans>
        </ButtonLink>
      </div>
      {failed && (
        <FailedRead
          onRetry={() => void Promise.all([group.refetch(), portals.refetch()])}
          busy={group.isFetching || portals.isFetching}
        />
      )}
      {!failed && (
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
      )}
      <Waiting />
    </WorkMain>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { GroupChoice, Platform } from "@/client";
import { SelectField } from "@/components/form/SelectField";
import { Button, LinkButton } from "@/components/ui/Button";
import { WayTitle } from "@/components/work/Desk";
import desk from "@/components/work/Desk.module.css";
import { startNewMember, usePortals } from "@/components/work/members";
import { useCartGuard } from "@/components/work/useCartGuard";
import { useActor } from "@/lib/actor";

type Errors = Partial<Record<"portal" | "group", string>>;

/** Portals to choose from: a group may have its own. */
function useOffered(all: Platform[], groupId: string): Platform[] {
  const { agentId } = useActor();
  const own = usePortals(agentId, groupId || null);
  return groupId ? (own.data ?? all) : all;
}

/** Somebody new: a portal, then straight on, or in one of the rep's groups. */
export function NewMemberWay({ portals, groups }: { portals: Platform[]; groups: GroupChoice[] }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [portalId, setPortal] = useState("");
  const [groupId, setGroup] = useState("");
  const [errors, setErrors] = useState<Errors>({});
  const [guard, question] = useCartGuard();
  const offered = useOffered(portals, groupId);
  const portal = offered.find((one) => String(one.platform_group_id) === portalId);
  const group = groups.find((one) => String(one.gid) === groupId);

  const begin = (inGroup: boolean) => {
    const chosen = inGroup ? portal : portals.find((one) => String(one.platform_group_id) === portalId);
    const found: Errors = {};
    if (!chosen) found.portal = t`Please choose a platform`;
    if (inGroup && !group) found.group = t`Please choose a group`;
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) return document.getElementById(`new-${first}`)?.focus();
    if (!chosen) return;
    guard(() => {
      startNewMember({ portal: chosen, group: inGroup ? group : undefined });
      void navigate("/home");
    });
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        begin(Boolean(group));
      }}
    >
      <WayTitle
        icon="plus"
        title={<Trans>New Member</Trans>}
        text={<Trans>Choose the enrollment portal to begin.</Trans>}
      />
      <div className={desk.fields}>
        <SelectField
          label={t`Enrollment portal`}
          id="new-portal"
          value={portal ? portalId : ""}
          placeholder={t`Select`}
          options={offered.map((one) => ({ value: String(one.platform_group_id), label: one.platform_name }))}
          error={errors.portal}
          onChange={(event) => {
            setPortal(event.target.value);
            setErrors(({ portal: _gone, ...rest }) => rest);
          }}
        />
        <SelectField
          label={t`Group`}
          optional
          id="new-group"
          value={groupId}
          placeholder={t`No group`}
          options={groups.map((one) => ({ value: String(one.gid), label: one.gname }))}
          error={errors.group}
          recover={
            <LinkButton onClick={() => begin(false)}>
              <Trans>Choose enroll for new member</Trans>
            </LinkButton>
          }
          onChange={(event) => {
            setGroup(event.target.value);
            setErrors({});
          }}
        />
        {group && portalId && !portal && (
          <p className={`small ${desk.note}`} role="status">
            <Trans>{group.gname} has enrollment portals of its own. Choose one of them.</Trans>
          </p>
        )}
      </div>
      <div className="row">
        <Button tone={group ? "secondary" : "primary"} onClick={() => begin(false)}>
          <Trans>Start New Member Enrollment</Trans>
        </Button>
        {groups.length > 0 && (
          <Button tone={group ? "primary" : "secondary"} onClick={() => begin(true)}>
            <Trans>Enroll in a group</Trans>
          </Button>
        )}
      </div>
      {question}
    </form>
  );
}

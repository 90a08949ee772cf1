import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { GroupChoice, GroupInfo, Platform } from "@/client";
import { useActor } from "@/lib/actor";
import { bootstrap } from "@/lib/bootstrap";
import { ChoiceCards, Segmented } from "../form/Choices";
import { SelectField } from "../form/SelectField";
import dialogs from "../shop/Dialogs.module.css";
import { Button, LinkButton } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { CardSkeleton, FailedRead, Loading } from "../ui/State";
import { type NewMember, startNewMember, useGroups, usePortals } from "./members";
import { useCartGuard } from "./useCartGuard";
import { useOwnGroup } from "./useStorefront";

type Field = "portal" | "group";
type Errors = Partial<Record<Field, string>>;

/** A landing page of one of the rep's groups has it chosen already. */
function landingGroup(groups: GroupChoice[]): string {
  const { landing } = bootstrap;
  const own = landing?.type === "group" && groups.some((group) => group.gid === landing.id);
  return own ? String(landing.id) : "";
}

interface Choosing {
  portals: Platform[];
  groups: GroupChoice[];
}

/** The portal and the group; what is chosen of one narrows the other. */
function useChoice({ portals, groups }: Choosing) {
  const [portalId, setPortal] = useState<string | null>(null);
  const [groupId, setGroup] = useState(landingGroup(groups));
  const picked = groups.find((group) => String(group.gid) === groupId);
  const only = picked?.platforms.length === 1 ? picked.platforms[0] : undefined;
  const single = portals.length === 1 ? portals[0]?.platform_group_id : undefined;
  const selectedPortal = portalId ?? String(only ?? single ?? "");
  const portal = portals.find((portal) => String(portal.platform_group_id) === selectedPortal);
  const fitting = portal
    ? groups.filter((group) => group.platforms.includes(portal.platform_group_id))
    : groups;
  const group = fitting.find((group) => String(group.gid) === groupId);
  return { portal, group, fitting, setPortal, setGroup };
}

interface FormProps extends Choosing {
  ownGroup: GroupInfo | undefined;
  withCurrent: boolean;
  onNew: (member: NewMember) => void;
  onCurrent: (portal: Platform) => void;
  onClose: () => void;
}

function StartForm({ portals, groups, ownGroup, withCurrent, onNew, onCurrent, onClose }: FormProps) {
  const { t } = useLingui();
  const { role } = useActor();
  const choice = useChoice({ portals, groups });
  const { portal, group, fitting } = choice;
  const [who, setWho] = useState("new");
  const [errors, setErrors] = useState<Errors>({});
  const body = useRef<HTMLDivElement>(null);
  const current = who === "current";
  const inGroups = role === "rep" && !current && groups.length > 0;
  const grouped = Boolean(group || portal?.groups_only);

  const refuse = (problems: Errors) => {
    setErrors(problems);
    const [first] = Object.keys(problems);
    body.current
      ?.querySelector<HTMLElement>(`#start-${first} :is(input, select), select#start-${first}`)
      ?.focus();
  };
  const begin = (source: "direct" | "group" | "own" | "current") => {
    const newErrors: Errors = {};
    if (!portal) newErrors.portal = t`Please choose a platform`;
    if (source === "group" && !group) newErrors.group = t`Please choose a group`;
    if (!portal || Object.keys(newErrors).length > 0) return refuse(newErrors);
    if (source === "current") return onCurrent(portal);
    if (source === "direct") return onNew({ portal });
    const { gid, gname, gcode } = (source === "own" ? ownGroup : group) ?? {};
    onNew({ portal, ...(gid ? { group: { gid, gname: gname ?? "", gcode: gcode ?? "" } } : {}) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (current) return begin("current");
    if (role === "group") return begin("own");
    begin(grouped ? "group" : "direct");
  };
  const fix = (field: Field) => setErrors(({ [field]: _fixed, ...rest }) => rest);

  return (
    <Dialog
      title={withCurrent ? t`Who do you want to enroll for?` : t`Choose the enrollment portal`}
      onClose={onClose}
      onSubmit={submit}
      footer={
        inGroups ? (
          <>
            {!portal?.groups_only && (
              <Button tone={grouped ? "secondary" : "primary"} onClick={() => begin("direct")}>
                <Trans>Start Direct Enrollment</Trans>
              </Button>
            )}
            <Button tone={grouped ? "primary" : "secondary"} onClick={() => begin("group")}>
              <Trans>Enroll</Trans>
            </Button>
          </>
        ) : (
          <Button type="submit" tone="primary">
            {current && <Trans>Continue</Trans>}
            {!current && role === "rep" && <Trans>Start Direct Enrollment</Trans>}
            {!current && role !== "rep" && <Trans>Start New Member Enrollment</Trans>}
          </Button>
        )
      }
    >
      <p className={dialogs.why}>
        <Trans>Each one offers different plans.</Trans>
      </p>
      <div className="stack" ref={body}>
        {withCurrent && (
          <Segmented
            label={<span className="sr">{t`Who do you want to enroll for?`}</span>}
            id="start-who"
            name="start-who"
            value={who}
            onChange={(event) => {
              setWho(event.target.value);
              setErrors({});
            }}
            options={[
              { value: "new", label: t`New Member` },
              { value: "current", label: t`Current Member` },
            ]}
          />
        )}
        <ChoiceCards
          compact
          label={t`Enrollment portal`}
          id="start-portal"
          name="start-portal"
          value={portal ? String(portal.platform_group_id) : ""}
          error={errors.portal}
          onChange={(event) => {
            choice.setPortal(event.target.value);
            fix("portal");
          }}
          choices={portals.map((portal) => ({
            value: String(portal.platform_group_id),
            title: portal.platform_name,
            fact: portal.groups_only && role === "rep" ? t`Together with a group` : undefined,
          }))}
        />
        {inGroups && (
          <SelectField
            label={t`Group`}
            optional={!portal?.groups_only}
            id="start-group"
            value={group ? String(group.gid) : ""}
            placeholder={portal?.groups_only ? t`Select` : t`No group`}
            options={fitting.map((group) => ({ value: String(group.gid), label: group.gname }))}
            error={errors.group}
            recover={
              portal?.groups_only ? undefined : (
                <LinkButton onClick={() => begin("direct")}>
                  <Trans>Choose enroll for new member</Trans>
                </LinkButton>
              )
            }
            onChange={(event) => {
              choice.setGroup(event.target.value);
              setErrors({});
            }}
          />
        )}
      </div>
    </Dialog>
  );
}

/** Goes on in the store itself: a landing page is for visitors. */
function useLeave() {
  const navigate = useNavigate();
  return (path: string) => (bootstrap.landing ? window.location.assign(path) : void navigate(path));
}

interface StartDialogProps {
  /** Somebody on record may be chosen here, too. */
  withCurrent?: boolean;
  onClose: () => void;
}

/**
 * Where an enrollment of a rep or group administrator begins: the portal, then somebody new, directly or in a group, or
 * somebody on record.
 */
export default function StartDialog({ withCurrent = false, onClose }: StartDialogProps) {
  const { t } = useLingui();
  const { role, agentId, groupId } = useActor();
  const portals = usePortals(agentId, groupId);
  const groups = useGroups();
  const own = useOwnGroup();
  const [guard, question] = useCartGuard();
  const leave = useLeave();
  const reads = role === "rep" ? [portals, groups] : [portals, own];
  const ready = reads.every((read) => read.data);
  if (ready && portals.data) {
    return (
      <>
        <StartForm
          portals={portals.data}
          groups={groups.data ?? []}
          ownGroup={own.data}
          withCurrent={withCurrent}
          onClose={onClose}
          onNew={(member) =>
            guard(() => {
              startNewMember(member);
              leave("/home");
            })
          }
          onCurrent={({ platform_group_id }) => {
            const list = role === "rep" ? "/agent-select-member" : "/group-select-member";
            leave(`${list}?portal=${platform_group_id}`);
          }}
        />
        {question}
      </>
    );
  }
  return (
    <Dialog title={t`Choose the enrollment portal`} onClose={onClose}>
      {reads.some((read) => read.isError) ? (
        <FailedRead
          onRetry={() => {
            for (const read of reads) void read.refetch();
          }}
        />
      ) : (
        <Loading>
          <CardSkeleton lines={3} />
        </Loading>
      )}
    </Dialog>
  );
}

import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { GroupChoice, Platform } from "@/client";
import { ChoiceCards } from "@/components/form/Choices";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { CardBones, FailedRead, Loading } from "@/components/ui/State";
import { startNewMember, useGroups, usePortals } from "@/components/work/members";
import { useActor } from "@/lib/actor";
import { ApiError, api } from "@/lib/api";
import { getItem, setItem } from "@/lib/storage";
import s from "./PlanDetail.module.css";

const NO_GROUP = "none";

/** Moves the running quote, or begins a new one that the four questions complete. */
function useSettle() {
  const client = useQueryClient();
  return async (portal: Platform, group: GroupChoice | undefined): Promise<void> => {
    const id = getItem("tempId");
    if (!id) return startNewMember({ portal, group });
    await api.post("/api/v1/update-filter-portal", {
      enrollment_id: id,
      platform_group_id: portal.platform_group_id,
      ...(group ? { group_id: group.gid } : {}),
    });
    setItem("portal_id", portal.platform_group_id);
    setItem("portal_code", portal.platform_code);
    setItem("portal_name", portal.platform_name);
    if (group) {
      setItem("group_id", group.gid);
      setItem("gname", group.gname);
      setItem("gcode", group.gcode);
    }
    await client.invalidateQueries({ queryKey: ["quote"] });
    await client.invalidateQueries({ queryKey: ["menu"] });
  };
}

/** The signed-in group administrator's own group. */
const ownGroup = (groupId: number): GroupChoice => ({
  gid: groupId,
  gname: getItem("gname") ?? "",
  gcode: getItem("gcode") ?? "",
});

/** A rep chooses the portal, then the group; a group administrator only the portal. */
export default function PortalChooser({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { t } = useLingui();
  const { role, agentId, groupId } = useActor();
  const rep = role === "rep";
  const portals = usePortals(agentId, groupId);
  const groups = useGroups();
  const [portalId, setPortal] = useState(getItem("portal_id") ?? "");
  const [chosen, setGroup] = useState("");
  const [atGroup, setAtGroup] = useState(false);
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const settle = useSettle();
  const body = useRef<HTMLDivElement>(null);
  const portal = portals.data?.find((one) => String(one.platform_group_id) === portalId);
  const running = Boolean(getItem("tempId"));

  // The second question starts where the first one did.
  useEffect(() => {
    if (atGroup) body.current?.querySelector<HTMLElement>("input:checked, input")?.focus();
  }, [atGroup]);

  // A long list hides what it says below itself.
  useEffect(() => {
    if (error) body.current?.lastElementChild?.scrollIntoView({ block: "end" });
  }, [error]);

  const step = (group: boolean) => {
    setAtGroup(group);
    setError(undefined);
    setProblem(null);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!portal) return setError(t`Please choose a platform`);
    if (rep && !atGroup) return step(true);
    if (rep && !chosen) return setError(t`Please choose a group`);
    const group = rep
      ? groups.data?.find((one) => String(one.gid) === chosen)
      : groupId === null
        ? undefined
        : ownGroup(groupId);
    setBusy(true);
    setProblem(null);
    try {
      await settle(portal, group);
      onDone();
    } catch (reason) {
      const told = reason instanceof ApiError ? Object.values(reason.fieldErrors)[0] || reason.message : "";
      setProblem(told || t`We could not save this. Please try again.`);
      setBusy(false);
    }
  };

  const read = atGroup ? groups : portals;
  const choices = atGroup
    ? [
        ...(running ? [] : [{ value: NO_GROUP, title: t`No group`, fact: t`Direct enrollment` }]),
        ...(groups.data ?? []).map((one) => ({ value: String(one.gid), title: one.gname, fact: one.gcode })),
      ]
    : (portals.data ?? []).map((one) => ({ value: String(one.platform_group_id), title: one.platform_name }));
  return (
    <Dialog
      title={atGroup ? t`Choose your group` : t`Choose the enrollment portal`}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      footer={
        <>
          {atGroup ? (
            <Button onClick={() => step(false)}>{t`Back`}</Button>
          ) : (
            <Button onClick={onClose}>{t`Cancel`}</Button>
          )}
          <Button type="submit" tone="primary" busy={busy} busyText={t`Saving`}>
            {rep && !atGroup ? t`Select` : t`Done`}
          </Button>
        </>
      }
    >
      <p className={s.why}>{atGroup ? portal?.platform_name : t`Each portal has plans of its own.`}</p>
      <div ref={body}>
        {read.isPending && (
          <Loading>
            <CardBones lines={2} />
          </Loading>
        )}
        {read.isError && <FailedRead onRetry={() => void read.refetch()} busy={read.isFetching} />}
        {read.data && (
          <ChoiceCards
            compact
            hideLabel
            key={atGroup ? "group" : "portal"}
            label={atGroup ? t`Choose your group` : t`Choose the enrollment portal`}
            id="chooser"
            name={atGroup ? "group" : "portal"}
            value={atGroup ? chosen : portalId}
            error={error}
            onChange={(event) => {
              (atGroup ? setGroup : setPortal)(event.target.value);
              setError(undefined);
            }}
            choices={choices}
          />
        )}
      </div>
      {problem && (
        <Banner tone="bad" live="alert" className={s.chooserProblem}>
          {problem}
        </Banner>
      )}
    </Dialog>
  );
}

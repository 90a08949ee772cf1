import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { GroupChoice, Platform } from "@/client";
import { useActor } from "@/lib/actor";
import { api, messageOf } from "@/lib/api";
import { rememberParties, useParties } from "@/lib/shop/parties";
import { getItem, setItem } from "@/lib/storage";
import { ChoiceCards } from "../form/Choices";
import { Banner } from "../ui/Banner";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { CardSkeleton, FailedRead, Loading } from "../ui/State";
import { startNewMember, useGroups, usePortals } from "../work/members";
import s from "./Dialogs.module.css";

const NO_GROUP = "none";

/** The signed-in group administrator's own group. */
const ownGroup = (groupId: number): GroupChoice => ({
  gid: groupId,
  gname: getItem("gname") ?? "",
  gcode: getItem("gcode") ?? "",
  platforms: [],
});

/** Moves the running quote, or begins a new one that the four questions complete. */
function useSettle(rep: boolean) {
  const client = useQueryClient();
  const { role, groupId } = useActor();
  return async (portal: Platform, chosen: GroupChoice | undefined): Promise<void> => {
    const id = getItem("tempId");
    if (id) {
      await api.post("/api/v1/update-filter-portal", {
        enrollment_id: id,
        platform_group_id: portal.platform_group_id,
        ...(rep && (chosen ? { group_id: chosen.gid } : { direct: true })),
      });
      await rememberParties(client);
    } else if (role === "rep" || role === "group") {
      const group = role === "group" && groupId !== null ? ownGroup(groupId) : chosen;
      startNewMember({ portal, group });
    } else {
      setItem("portal_id", portal.platform_group_id);
      setItem("portal_code", portal.platform_code);
      setItem("portal_name", portal.platform_name);
    }
    await client.invalidateQueries({ queryKey: ["quote"] });
    await client.invalidateQueries({ queryKey: ["menu"] });
  };
}

/** Portals to choose from: a rep's own for somebody new, else those that the quote's group uses. */
function useOffered(rep: boolean) {
  const { role, agentId, groupId } = useActor();
  const parties = useParties();
  const running = Boolean(getItem("tempId"));
  const owner = role === "visitor" ? getItem("group_id") : groupId;
  const read = usePortals(rep ? agentId : null, rep ? null : owner, rep || !running);
  return { parties, read, portals: rep || !running ? read.data : parties?.platforms };
}

/** A rep chooses the portal, then the group of somebody new; others choose only the portal. */
export default function PortalChooser({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { t } = useLingui();
  const { role } = useActor();
  const rep = role === "rep" && getItem("enroll_type") !== "existing-member";
  const { parties, portals, read: portalsRead } = useOffered(rep);
  const groups = useGroups();
  const [picked, setPicked] = useState<string | null>(null);
  const [pickedGroup, setPickedGroup] = useState<string | null>(null);
  const [atGroup, setAtGroup] = useState(false);
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const settle = useSettle(rep);
  const body = useRef<HTMLDivElement>(null);
  const portalId = picked ?? String(parties?.platform?.platform_group_id ?? getItem("portal_id") ?? "");
  const portal = portals?.find((portal) => String(portal.platform_group_id) === portalId);
  const fitting = groups.data?.filter(
    (group) => portal && group.platforms.includes(portal.platform_group_id),
  );
  const groupChoices = [
    ...(portal?.groups_only ? [] : [{ value: NO_GROUP, title: t`No group`, fact: t`Direct enrollment` }]),
    ...(fitting ?? []).map((group) => ({ value: String(group.gid), title: group.gname, fact: group.gcode })),
  ];
  const current = parties && String(parties.group_info?.id ?? NO_GROUP);
  const selectedGroup = pickedGroup ?? current ?? "";
  const groupId = groupChoices.some((choice) => choice.value === selectedGroup) ? selectedGroup : "";

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
    if (rep && !groupId) return setError(t`Please choose a group`);
    setBusy(true);
    setProblem(null);
    try {
      await settle(
        portal,
        groups.data?.find((group) => String(group.gid) === groupId),
      );
      onDone();
    } catch (reason) {
      const message = messageOf(reason);
      setProblem(message || t`We could not save this. Please try again.`);
      setBusy(false);
    }
  };

  const read = atGroup ? groups : portalsRead;
  const choices = atGroup
    ? groupChoices
    : portals?.map((portal) => ({ value: String(portal.platform_group_id), title: portal.platform_name }));
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
      <p className={s.why}>{atGroup ? portal?.platform_name : t`Each one offers different plans.`}</p>
      <div ref={body}>
        {!choices && !read.isError && (
          <Loading>
            <CardSkeleton lines={2} />
          </Loading>
        )}
        {read.isError && <FailedRead onRetry={() => void read.refetch()} busy={read.isFetching} />}
        {choices && (
          <ChoiceCards
            compact
            hideLabel
            key={atGroup ? "group" : "portal"}
            label={atGroup ? t`Choose your group` : t`Choose the enrollment portal`}
            id="chooser"
            name={atGroup ? "group" : "portal"}
            value={atGroup ? groupId : portalId}
            error={error}
            onChange={(event) => {
              (atGroup ? setPickedGroup : setPicked)(event.target.value);
              setError(undefined);
            }}
            choices={choices}
          />
        )}
        {choices?.length === 0 && <p className="small">{t`None of your groups uses this portal.`}</p>}
      </div>
      {problem && (
        <Banner tone="bad" live="alert" className={s.problem}>
          {problem}
        </Banner>
      )}
    </Dialog>
  );
}

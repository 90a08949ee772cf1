import { useSyncExternalStore } from "react";
import type { Who } from "@/client";
import { api, goOnAsVisitor, setSessionToken, whenSessionStarts } from "./api";
import { dropDraft } from "./change-draft";
import { idleState } from "./idle";
import { rememberLanding } from "./landing";
import { queryClient } from "./query";
import { getItem, removeItems, type StorageKey, setItem, useStored } from "./storage";

export type Role = "visitor" | "rep" | "group" | "member" | "staff";

/** The person who uses the store, to be shown and to choose pages by. Only the server decides what they may see. */
export interface Actor {
  role: Role;
  name: string;
  agentId: number | null;
  groupId: number | null;
  /** The member's id; the calls name it `user_id`. */
  userId: number | null;
}

const ROLES: readonly string[] = ["rep", "group", "member", "staff"];
const PROCESSES: Partial<Record<Role, string>> = { rep: "rep", group: "group", member: "applicant" };

/** Keys that say who somebody is; they go with the sign-in. */
const IDENTITY: StorageKey[] = [
  "usertype",
  "username",
  "seenAt",
  "eprocess",
  "agent_id",
  "AGENT_ID",
  "agent_code",
  "repInfo",
  "group_id",
  "gname",
  "gcode",
  "user_id",
  "display_name",
];

/** Keys of what somebody was doing; they go when the person leaves, not when the time is out. */
const WORK: StorageKey[] = [
  "tempId",
  "expiredQuote",
  "cartCount",
  "compare",
  "compareSeen",
  "isFilterDataSubmitted",
  "dependentsAsked",
  "isCurrentMemberAvailable",
  "show-quotation",
  "enroll_type",
  "portal_id",
  "portal_code",
  "portal_name",
  "planId",
  "planName",
  "nav_array",
  "enrollment",
];

function forgetWork(): void {
  removeItems(...WORK);
  dropDraft();
}

const toRole = (text: string | null): Role => (text && ROLES.includes(text) ? (text as Role) : "visitor");
const toId = (text: string | null): number | null => (text ? Number(text) : null);

export function currentActor(): Actor {
  const role = toRole(getItem("usertype"));
  return {
    role,
    name: role === "visitor" ? "" : (getItem("username") ?? ""),
    agentId: role === "rep" ? toId(getItem("agent_id")) : null,
    groupId: role === "group" || role === "member" ? toId(getItem("group_id")) : null,
    userId: role === "member" ? toId(getItem("user_id")) : null,
  };
}

/** Renders again when somebody signs in or out, in this tab or another one. */
export function useActor(): Actor {
  useStored("usertype");
  useStored("username");
  return currentActor();
}

/** The reason a sign-in ended: 15 idle minutes, or another reason of the server. */
export type End = "idle" | "ended";

/** The sign-in page; afterwards it leads back to `next`, a path of the store. It can say how a sign-in ended. */
export function signInPath(next = "/", end: End | null = null): string {
  const query = [next !== "/" && `next=${encodeURIComponent(next)}`, end && `reason=${end}`].filter(Boolean);
  return query.length ? `/sign-in?${query.join("&")}` : "/sign-in";
}

/** Notes who is signed in. */
export function remember(who: Who): void {
  const role = toRole(who.role);
  const previousRole = getItem("usertype");
  if (previousRole && (previousRole !== role || getItem("username") !== who.name)) forgetWork();
  removeItems(...IDENTITY, "open_type", "referral");
  setItem("usertype", role);
  setItem("username", who.name);
  setItem("eprocess", PROCESSES[role] ?? "applicant");
  setItem("user_id", who.user_id);
  setItem("group_id", who.group_id);
  if (role === "rep") {
    setItem("agent_id", who.agent_id);
    setItem("AGENT_ID", who.agent_id);
    setItem("agent_code", who.code);
    setItem(
      "repInfo",
      JSON.stringify({ name: who.party, email: who.contact_email, phoneNumber: who.contact_phone }),
    );
  }
  if (role === "group") {
    setItem("gname", who.party);
    setItem("gcode", who.code);
  }
}

/** Forgets who was signed in. With `keepWork` the quote stays, for the same person's next sign-in. */
function forget(keepWork: boolean): void {
  removeItems(...IDENTITY);
  if (!keepWork) forgetWork();
  rememberLanding();
}

/** Nobody is signed in on this page any more. */
export function leave(keepWork: boolean): void {
  setSessionToken(null);
  forget(keepWork);
  queryClient.clear();
}

/** Ends an unused sign-in; what was begun stays for the same person's next one in this browser. */
export async function endQuietly(): Promise<void> {
  await api.post("/api/v1/session/time-out").catch(() => {});
  setEnd("idle");
  leave(true);
}

let end: End | null = null;
const listeners = new Set<() => void>();

function setEnd(next: End | null): void {
  end = next;
  for (const listener of listeners) listener();
}

/** Return how the sign-in of this page has ended, or null. */
export const useEnd = (): End | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => end,
  );

/** The person has seen that the sign-in ended: the store works again, without it. */
export function acknowledgeEnd(): void {
  goOnAsVisitor();
  setEnd(null);
}

/** The server says who this is with the first call of a page. */
export function followSession(): void {
  const seenAt = Number(getItem("seenAt") ?? Date.now());
  whenSessionStarts((session) => {
    const role = toRole(session.role);
    if (role === toRole(getItem("usertype"))) return false;
    if (role === "visitor") {
      setEnd(idleState(seenAt, Date.now()).phase === "over" ? "idle" : "ended");
      forget(true);
      return true;
    }
    void api.get("/api/v1/session/me").then(remember, () => {});
    return false;
  });
}

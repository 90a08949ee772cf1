import { useSyncExternalStore } from "react";

/**
 * The browser keys of the product. They carry context for the visitor and never authority: the server decides
 * what a session may see. No answer of an application is ever stored here.
 */
export type StorageKey =
  | "group_id"
  | "agent_id"
  | "AGENT_ID"
  | "open_type"
  | "eprocess"
  | "portal_id"
  | "portal_code"
  | "portal_name"
  | "enroll_type"
  | "tempId"
  | "expiredQuote"
  // Of the running quote nothing is said on top of a page: no room has to be kept for it.
  | "cartCount"
  | "compare"
  | "compareSeen"
  | "fromSite"
  | "referral"
  | "display_name"
  | "repInfo"
  | "agent_code"
  | "menuSelectedItem"
  | "deviceId"
  | "show-quotation"
  | "isFilterDataSubmitted"
  | "dependentsAsked"
  | "isCurrentMemberAvailable"
  | "seenAt"
  | "usertype"
  | "username"
  | "gname"
  | "gcode"
  | "planId"
  | "planName"
  | "nav_array"
  | "stepLeft"
  | "leaving"
  | "stepsHidden"
  | "user_id"
  | "enrollment"
  | "theme"
  | "language";

const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

/** A browser may forbid storage; the store then lives for the page only. */
const memory = new Map<string, string>();

export function getItem(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

export function setItem(key: StorageKey, value: string | number | null | undefined): void {
  const text = value === null || value === undefined || value === "" ? null : String(value);
  if (getItem(key) === text) return;
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    memory.delete(key);
  } catch {
    if (text === null) memory.delete(key);
    else memory.set(key, text);
  }
  notify();
}

export function removeItems(...keys: StorageKey[]): void {
  for (const key of keys) setItem(key, null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** A key's current value; re-renders when this or another tab changes it. */
export function useStored(key: StorageKey): string | null {
  return useSyncExternalStore(subscribe, () => getItem(key));
}

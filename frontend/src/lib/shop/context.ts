import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useNavigate } from "react-router";
import { ApiError, api } from "../api";
import { bootstrap } from "../bootstrap";
import { planPath } from "../format";
import { getItem, removeItems, type StorageKey, setItem, useStored } from "../storage";

/** Return the party of the visit for calls, without empty values. */
export function visitContext() {
  return {
    agent_id: getItem("agent_id"),
    group_id: getItem("group_id"),
    portal_id: getItem("portal_id"),
    eprocess: getItem("eprocess"),
    open_type: getItem("open_type"),
  };
}

const PORTAL: StorageKey[] = ["portal_id", "portal_code", "portal_name"];
const PARTIES: StorageKey[] = ["agent_id", "group_id", ...PORTAL];

/** Return what a refusal means for the visit: a party no longer exists, or the group doesn't use the portal. */
function staleParts(error: unknown): StorageKey[] {
  if (!(error instanceof ApiError)) return [];
  if (error.status === 404) return [...PARTIES];
  return error.fieldErrors.platform_group_id ? [...PORTAL] : [];
}

/** Asks with the visit's rep, group and portal. Where the server shows them no more, the visit goes on without. */
export async function withVisit<T>(ask: (visit: ReturnType<typeof visitContext>) => Promise<T>): Promise<T> {
  try {
    return await ask(visitContext());
  } catch (error) {
    const stale = staleParts(error);
    if (!stale.some(getItem)) throw error;
    removeItems(...stale);
    return ask(visitContext());
  }
}

/** Category keys. The brand's own list is in the page; a rep's or group's list is asked for. */
export function useMenu(): string[] {
  const context = [useStored("agent_id"), useStored("group_id"), useStored("portal_id")];
  const special = context.some(Boolean) && !bootstrap.landing;
  const { data } = useQuery({
    queryKey: ["menu", ...context],
    queryFn: ({ signal }) => withVisit((visit) => api.get("/api/v1/get-common-menu", visit, signal)),
    enabled: special,
    staleTime: 300_000,
  });
  return data?.length ? data : bootstrap.menu;
}

export function useCartCount(): number {
  return Number(useStored("cartCount") ?? 0);
}

/** Opens the plan the footer features. */
export function useFooterPlan(): () => Promise<void> {
  const navigate = useNavigate();
  const client = useQueryClient();
  return useCallback(async () => {
    try {
      const answer = await client.fetchQuery({
        queryKey: ["footer-plan"],
        queryFn: () => api.get("/api/v1/get-goenroll-footer-plan"),
        staleTime: 300_000,
      });
      await navigate(answer?.plan_id ? planPath(answer.plan_id, "plan") : "/plans");
    } catch {
      await navigate("/plans");
    }
  }, [client, navigate]);
}

/** In the place of an expired quote's id: nothing of it can be brought back. */
export const NOTHING_LEFT = "unknown";

/** The quote that the visit goes on with. */
export function keepQuote(id: string): void {
  setItem("tempId", id);
  removeItems("expiredQuote");
}

/** A quote the server no longer knows must not block a new one. What has expired can be brought back. */
export function forgetQuote(error: unknown, id: string): boolean {
  const expired = error instanceof ApiError && error.errorCode === "enrollmentIdError";
  const isGone = expired || (error instanceof ApiError && error.status === 404);
  if (isGone && getItem("tempId") === id) {
    setItem("expiredQuote", expired ? id : NOTHING_LEFT);
    removeItems("tempId", "cartCount", "isFilterDataSubmitted");
  }
  return isGone;
}

export const setCartCount = (count: number): void => setItem("cartCount", count);

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ListFile, Platform } from "@/client";
import { currentActor, useActor } from "@/lib/actor";
import { api } from "@/lib/api";
import { keepQuote } from "@/lib/shop/context";
import { getItem, removeItems, setItem } from "@/lib/storage";

export type { MemberInfo, MemberRow } from "@/client";

/** Query of a rep's or group administrator's list of members. */
export interface MemberSearch {
  page: number;
  perPage?: number;
  search?: string;
  sort?: string;
  group?: string;
}

/** One page of the list; the old page stays until the new one is there. */
export function useMembers({ page, perPage = 5, search = "", sort = "name", group = "" }: MemberSearch) {
  const { role, agentId, groupId } = useActor();
  return useQuery({
    queryKey: ["members", role, agentId, groupId, page, perPage, search, sort, group],
    enabled: role === "rep" || role === "group",
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const params = { page, per_page: perPage, search, sort };
      return role === "rep"
        ? api.get(
            "/api/v1/get-agent-members",
            { ...params, agent_id: agentId, group_id: group || null },
            signal,
          )
        : api.get("/api/v1/get-group-users", { ...params, group_id: group || groupId }, signal);
    },
  });
}

/** All members that a search finds, as a file. Throws ApiError. */
export function exportMembers(search: { search: string; sort: string; group: string }): Promise<ListFile> {
  const { role, agentId, groupId } = currentActor();
  const { group, ...params } = search;
  return role === "rep"
    ? api.get("/api/v1/export-agent-members", { ...params, agent_id: agentId, group_id: group || null })
    : api.get("/api/v1/export-group-users", { ...params, group_id: group || groupId });
}

/** Read the total number of members. */
export function useMemberTotal(): number | undefined {
  return useMembers({ page: 1, perPage: 1 }).data?.total;
}

/** Groups of the signed-in rep. */
export function useGroups() {
  const { agentId } = useActor();
  return useQuery({
    queryKey: ["groups", agentId],
    enabled: agentId !== null,
    staleTime: 300_000,
    queryFn: ({ signal }) => api.get("/api/v1/get-agent-groups", { agent_id: agentId }, signal),
  });
}

/** Enrollment portals of a rep, or of a group that has its own. */
export function usePortals(agentId: number | null, groupId: number | string | null, enabled = true) {
  return useQuery({
    queryKey: ["portals", agentId, groupId],
    enabled,
    staleTime: 300_000,
    queryFn: ({ signal }) => {
      const query = { agent_id: agentId, group_id: groupId };
      return api.get("/api/v1/get-enrollment-platforms", query, signal);
    },
  });
}

/** The signed-in member's own record. */
export function useOwnRecord() {
  const { userId } = useActor();
  return useQuery({
    queryKey: ["member", userId],
    enabled: userId !== null,
    queryFn: ({ signal }) => api.get("/api/v1/get-member-info", { user_id: userId }, signal),
  });
}

/** Read the signed-in member's plans: on record and bought here. */
export function useOwnBenefits() {
  const { userId } = useActor();
  return useQuery({
    queryKey: ["own-benefits", userId],
    enabled: userId !== null,
    queryFn: ({ signal }) => api.get("/api/v1/get-own-benefits", undefined, signal),
  });
}

/** The group of the brand's member benefit store; null where there is none. */
export function useBenefitStore() {
  return useQuery({
    queryKey: ["benefit-store"],
    staleTime: 300_000,
    queryFn: async ({ signal }) => {
      const defaults = await api.get("/get-default-info", undefined, signal);
      return defaults?.benefit_store_group_id ?? null;
    },
  });
}

/** A new enrollment begins: the running quote, its cart and whom it was for are let go. */
export function letGo(): void {
  removeItems("tempId", "cartCount", "isFilterDataSubmitted", "show-quotation", "isCurrentMemberAvailable");
  removeItems("portal_id", "portal_code", "portal_name", "enrollment", "compare");
}

export interface NewMember {
  portal: Platform;
  group?: { gid: number; gname: string; gcode: string } | undefined;
}

/** A rep or group administrator starts with somebody new; the store asks the four questions next. */
export function startNewMember({ portal, group }: NewMember): void {
  letGo();
  removeItems("user_id");
  setItem("portal_id", portal.platform_group_id);
  setItem("portal_code", portal.platform_code);
  setItem("portal_name", portal.platform_name);
  setItem("group_id", group?.gid);
  setItem("gname", group?.gname);
  setItem("gcode", group?.gcode);
  setItem("enroll_type", group ? "new-group-member" : "new-member");
}

export interface ExistingMember {
  userId: number;
  tier: string;
  policyId?: string | undefined;
  /** The member's group, for the store's menu. */
  groupId?: number | null | undefined;
  /** Another group to enroll in, such as the member benefit store's. */
  store?: number | undefined;
  county?: string | undefined;
  /** The record's own without it. */
  portalId?: number | undefined;
}

/** Starts a quote for somebody on record: zip code, birth date and gender are known. Throws ApiError. */
export function useEnrollMember() {
  const client = useQueryClient();
  return async ({
    userId,
    tier,
    policyId,
    groupId,
    store,
    county,
    portalId,
  }: ExistingMember): Promise<void> => {
    const { role, agentId } = currentActor();
    const own = role === "member" && !store;
    const created = await api.post(
      own ? "/api/v1/add-filter-for-member" : "/api/v1/add-filter-for-existing-user",
      own
        ? { user_id: userId, tier, county }
        : {
            user_id: userId,
            tier,
            eprocess: getItem("eprocess") ?? "",
            agent_id: agentId,
            group_id: store,
            policy_id: policyId,
            platform_group_id: portalId,
            county,
          },
    );
    letGo();
    keepQuote(created.temp_enrollment_id);
    setItem("isFilterDataSubmitted", "true");
    setItem("enroll_type", "existing-member");
    setItem("user_id", userId);
    setItem("group_id", store ?? groupId);
    setItem("portal_id", created.portal_id);
    if (role === "rep" || role === "group") setItem("isCurrentMemberAvailable", "true");
    await client.invalidateQueries({ queryKey: ["quote"] });
    await client.invalidateQueries({ queryKey: ["menu"] });
  };
}

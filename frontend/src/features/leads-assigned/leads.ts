import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { LeadBody, LeadDetail, LeadItem, LeadNoteBody } from "@/client";
import { useActor } from "@/lib/actor";
import { api } from "@/lib/api";

export interface LeadSearch {
  page: number;
  perPage: number;
  search: string;
  status: string;
  sort: string;
}

/** One page of the list; the old page stays until the new one is there. */
export function useLeads({ page, perPage, search, status, sort }: LeadSearch) {
  const { agentId } = useActor();
  return useQuery({
    queryKey: ["leads", agentId, page, perPage, search, status, sort],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.get("/api/v1/get-assigned-leads", { page, per_page: perPage, search, status, sort }, signal),
  });
}

/** All leads that a search finds, as a file. Throws ApiError. */
export const exportLeads = (search: Omit<LeadSearch, "page" | "perPage">) =>
  api.get("/api/v1/export-leads", search);

/** Adds a lead of the rep's own; the lists are read again. Throws ApiError. */
export function useAddLead() {
  const client = useQueryClient();
  return async (lead: Partial<LeadBody>) => {
    const answer = await api.post("/api/v1/add-lead", lead);
    for (const key of ["leads", "today"]) await client.invalidateQueries({ queryKey: [key] });
    return answer;
  };
}

/** One lead as a person. */
export function useLead(leadId: string) {
  const { agentId } = useActor();
  return useQuery({
    queryKey: ["leads", agentId, leadId],
    retry: false,
    queryFn: ({ signal }) => api.get("/api/v1/get-lead", { lead_id: leadId }, signal),
  });
}

export type Note = Pick<LeadNoteBody, "text" | "outcome" | "follow_up_on">;

/** Changes a lead; its page shows the answer, the lists are read again. */
export function useLeadChange(lead: LeadItem) {
  const { agentId } = useActor();
  const client = useQueryClient();
  const settled = async (changed: LeadDetail) => {
    client.setQueryData(["leads", agentId, lead.lead_id], changed);
    await client.invalidateQueries({
      predicate: ({ queryKey }) =>
        ["leads", "today"].includes(String(queryKey[0])) && queryKey[2] !== lead.lead_id,
    });
  };
  const { lead_id } = lead;
  const move = useMutation({
    mutationFn: (to: { status: LeadItem["status"]; reason?: LeadItem["reason"] }) =>
      api.post("/api/v1/move-lead", { lead_id, reason: "", ...to }),
    onSuccess: settled,
  });
  const note = useMutation({
    mutationFn: (note: Note) => api.post("/api/v1/add-lead-note", { lead_id, ...note }),
    onSuccess: settled,
  });
  return { move, note };
}

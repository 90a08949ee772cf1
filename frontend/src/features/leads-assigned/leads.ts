import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { LeadItem } from "@/client";
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

/** Changes a lead; the list is read again. */
export function useLeadChange(lead: LeadItem) {
  const client = useQueryClient();
  const settled = () => client.invalidateQueries({ queryKey: ["leads"] });
  const move = useMutation({
    mutationFn: (status: LeadItem["status"]) =>
      api.post("/api/v1/move-lead", { lead_id: lead.lead_id, status }),
    onSuccess: settled,
  });
  const note = useMutation({
    mutationFn: (text: string) => api.post("/api/v1/add-lead-note", { lead_id: lead.lead_id, text }),
    onSuccess: settled,
  });
  return { move, note };
}

import type { AssignedItems, RepChoices } from "@/client";
import { api } from "@/lib/api";

/** What reps may take from each other. */
export type Assignable = "leads" | "quotes";

/** The most that are changed at once. */
export const MOST_AT_ONCE = 50;

interface Calls {
  /** The reps who may take at least one of them. */
  reps: (ids: string[], signal: AbortSignal) => Promise<RepChoices>;
  assign: (ids: string[], agentId: number) => Promise<AssignedItems>;
}

export const ASSIGNING: Record<Assignable, Calls> = {
  leads: {
    reps: (lead_ids, signal) => api.get("/api/v1/get-lead-reps", { lead_ids }, signal),
    assign: (lead_ids, agent_id) => api.post("/api/v1/hand-over-leads", { lead_ids, agent_id }),
  },
  quotes: {
    reps: (quote_ids, signal) => api.get("/api/v1/get-quote-reps", { quote_ids }, signal),
    assign: (quote_ids, agent_id) => api.post("/api/v1/assign-quotes", { quote_ids, agent_id }),
  },
};

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import type { TodayAnswer } from "@/client";
import { useActor } from "@/lib/actor";
import { api } from "@/lib/api";

export type TodayItem = TodayAnswer["items"][number];
export type Show = TodayAnswer["counts"][number]["show"];
export type Outcome = "talked" | "message" | "no_answer";

const KEY = "today";
const FRESH_MS = 60_000;

/** The work that waits for the reader: all of it, or a part; the old rows stay until the new ones are there. */
export function useToday(show: Show | "" = "") {
  const { role, agentId, groupId, userId } = useActor();
  return useQuery({
    queryKey: [KEY, role, agentId, groupId, userId, show],
    enabled: (agentId ?? groupId ?? userId) !== null,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get("/api/v1/get-today", { show }, signal),
  });
}

/** Ways to finish an item, put it off, open it again, or say how a call went. The list is read again. Throw ApiError. */
export function useTodayActs() {
  const client = useQueryClient();
  const reread = () => client.invalidateQueries({ queryKey: [KEY] });
  return {
    mark: async (key: string, mark: "done" | "later" | "open", until = "") => {
      await api.post("/api/v1/mark-today-item", { key, mark, until });
      await reread();
    },
    logCall: async (key: string, outcome: Outcome) => {
      await api.post("/api/v1/log-call", { key, outcome });
      await Promise.all([reread(), client.invalidateQueries({ queryKey: ["leads"] })]);
    },
  };
}

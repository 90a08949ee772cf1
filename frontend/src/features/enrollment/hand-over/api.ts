import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api";
import { keys } from "../engine/wizard";

export type Answer = "accept" | "decline" | "withdraw";

export const handOverApi = {
  send: (id: string, email: string, message: string) =>
    api.post("/api/v1/send-to-client", { enrollment_id: id, email, message }),
  takeBack: (id: string) => api.post("/api/v1/withdraw-hand-over", { enrollment_id: id }),
  giveBack: (id: string, note: string) => api.post("/api/v1/return-hand-over", { enrollment_id: id, note }),
  answer: (id: string, proposalId: string, answer: Answer, more: Record<string, unknown> = {}) =>
    api.post("/api/v1/answer-proposal", {
      enrollment_id: id,
      proposal_id: proposalId,
      answer,
      ...more,
    }),
};

/** Read the state of the hand-over, again with every new version of the application and when the page is shown. */
export function useStanding(id: string, version: number) {
  return useQuery({
    queryKey: [...keys.handOver(id), version],
    queryFn: ({ signal }) => api.get("/api/v1/get-hand-over", { enrollment_id: id }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

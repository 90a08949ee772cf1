import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { MemberCoverage, RenewalOffer } from "@/client";
import { useActor } from "@/lib/actor";
import { api } from "@/lib/api";

export type PolicySummary = MemberCoverage["policies"][number];
export type CoverageChange = MemberCoverage["changes"][number];

const keyOf = (userId: number | null) => ["coverage", userId];

/** What the signed-in member has. */
export function useCoverage() {
  const { userId } = useActor();
  return useQuery({
    queryKey: keyOf(userId),
    enabled: userId !== null,
    queryFn: ({ signal }) => api.get("/api/v1/get-coverage", undefined, signal),
  });
}

/** Keeps what an answer said of the coverage now; stories of policies are read anew. */
export function useKeepCoverage() {
  const client = useQueryClient();
  const { userId } = useActor();
  return (coverage: MemberCoverage) => {
    client.setQueryData(keyOf(userId), coverage);
    void client.invalidateQueries({ queryKey: ["policy"] });
    void client.invalidateQueries({ queryKey: ["cards"] });
    void client.invalidateQueries({ queryKey: ["own-benefits"] });
  };
}

export function usePolicy(number: string) {
  return useQuery({
    queryKey: ["policy", number],
    queryFn: ({ signal }) => api.get("/api/v1/get-policy", { number }, signal),
  });
}

/** What the member may report of their life. */
export function useLifeEvents() {
  return useQuery({
    queryKey: ["life-events"],
    queryFn: ({ signal }) => api.get("/api/v1/get-life-events", undefined, signal),
  });
}

/** Cards of what is shown at a desk. */
export function useCards() {
  return useQuery({
    queryKey: ["cards"],
    queryFn: ({ signal }) => api.get("/api/v1/get-cards", undefined, signal),
  });
}

/** What the member is offered for a new year, or was. */
export function useRenewals() {
  return useQuery({
    queryKey: ["renewals"],
    queryFn: ({ signal }) => api.get("/api/v1/get-renewals", undefined, signal),
  });
}

const renewalKey = (number: string) => ["renewal", number];

export function useRenewal(number: string) {
  return useQuery({
    queryKey: renewalKey(number),
    queryFn: ({ signal }) => api.get("/api/v1/get-renewal", { number }, signal),
  });
}

/** Keeps what an answer said of an offer now. */
export function useKeepRenewal() {
  const client = useQueryClient();
  return (offer: RenewalOffer) => {
    client.setQueryData(renewalKey(offer.summary.policy_number), offer);
    void client.invalidateQueries({ queryKey: ["renewals"] });
  };
}

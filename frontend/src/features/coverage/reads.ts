import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import type { MemberCoverage, RenewalOffer } from "@/client";
import { useActor } from "@/lib/actor";
import { ApiError, api } from "@/lib/api";
import { useOwner } from "./owner";

export type PolicySummary = MemberCoverage["policies"][number];
export type CoverageChange = MemberCoverage["changes"][number];

const keyOf = (userId: number | null) => ["coverage", userId];

/** Return the member to name in calls; none for one's own coverage. */
const named = (memberId: number | undefined) =>
  memberId === undefined ? undefined : { member_id: memberId };

/** Read the coverage of the signed-in member, or of the person whose page it is. */
export function useCoverage() {
  const { userId } = useActor();
  const { memberId } = useOwner();
  return useQuery({
    queryKey: keyOf(memberId ?? userId),
    enabled: (memberId ?? userId) !== null,
    retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status === 404),
    queryFn: ({ signal }) => api.get("/api/v1/get-coverage", named(memberId), signal),
  });
}

/** Read a later page of everything that happened; the first one comes with the coverage. */
export function useChanges(page: number) {
  const { userId } = useActor();
  const { memberId } = useOwner();
  return useQuery({
    queryKey: ["coverage-changes", memberId ?? userId, page],
    enabled: page > 1,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get("/api/v1/get-coverage-changes", { ...named(memberId), page }, signal),
  });
}

/** Return the first name of the person whose coverage it is; "" for one's own. */
export function useOwnerName(): string {
  const { memberId } = useOwner();
  const coverage = useCoverage();
  return memberId === undefined ? "" : (coverage.data?.first_name ?? "");
}

/** Keeps what an answer said of the coverage now; stories of policies are read anew. */
export function useKeepCoverage() {
  const client = useQueryClient();
  const { userId } = useActor();
  const { memberId } = useOwner();
  return (coverage: MemberCoverage) => {
    client.setQueryData(keyOf(memberId ?? userId), coverage);
    if (memberId !== undefined) {
      for (const list of ["client", "clients", "book", "group-people", "team-requests", "approvals"])
        void client.invalidateQueries({ queryKey: [list] });
    }
    void client.invalidateQueries({ queryKey: ["coverage-changes"] });
    void client.invalidateQueries({ queryKey: ["member-details"] });
    void client.invalidateQueries({ queryKey: ["policy"] });
    void client.invalidateQueries({ queryKey: ["cards"] });
    void client.invalidateQueries({ queryKey: ["own-benefits"] });
    void client.invalidateQueries({ queryKey: PAYMENTS_KEY });
  };
}

export function usePolicy(number: string) {
  return useQuery({
    queryKey: ["policy", number],
    queryFn: ({ signal }) => api.get("/api/v1/get-policy", { number }, signal),
  });
}

/** Read the life events that the signed-in person may report. */
export function useLifeEvents() {
  const { memberId } = useOwner();
  return useQuery({
    queryKey: ["life-events", memberId],
    queryFn: ({ signal }) => api.get("/api/v1/get-life-events", named(memberId), signal),
  });
}

export const PAYMENTS_KEY = ["own-payments"];

/** Read how the signed-in member pays, and what comes next. */
export function useOwnPayments() {
  const { userId } = useActor();
  return useQuery({
    queryKey: PAYMENTS_KEY,
    enabled: userId !== null,
    queryFn: ({ signal }) => api.get("/api/v1/get-own-payments", undefined, signal),
  });
}

/** Cards of what is shown at a desk. */
export function useCards() {
  return useQuery({
    queryKey: ["cards"],
    queryFn: ({ signal }) => api.get("/api/v1/get-cards", undefined, signal),
  });
}

/** Read the member's offers for a new year, open and past. */
export function useRenewals() {
  const { memberId } = useOwner();
  return useQuery({
    queryKey: ["renewals"],
    enabled: memberId === undefined,
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

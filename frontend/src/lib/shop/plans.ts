import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import type { ListedYears } from "@/client";
import { ApiError, api } from "../api";
import { visitContext, withVisit } from "./context";
import { quoteKey, useQuoteId } from "./filter";
import type { PlanFlags, PlanItem, PricedPlan, PriceError } from "./types";

export interface Plans {
  items: PlanItem[];
  /** What comes once with any cart, whatever is in it; empty where nothing does, and without a quote. */
  membershipNote: string;
}

/** All plans of the visit, priced once a quote exists. Old prices stay while new ones load. */
export function usePlans(categories: string[]) {
  const id = useQuoteId();
  const picked = [...categories].sort().join(",");
  return useQuery({
    queryKey: quoteKey(id, "plans", picked, id ? null : visitContext()),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Plans> => {
      if (id) {
        const query = { enrollment_id: id, categories: picked };
        const data = await api.get("/api/v1/get-filtered-plans", query, signal);
        return { items: data?.result ?? [], membershipNote: data?.membership_note ?? "" };
      }
      const data = await withVisit((visit) =>
        api.get("/api/v1/get-menu-filtered-plans", { ...visit, category: picked }, signal),
      );
      return { items: data?.result ?? [], membershipNote: "" };
    },
  });
}

/** Usual years of care that plans are compared by. */
export type UsualYear = ListedYears["care"];

/** Read the cost of such a year with each priced dental and vision plan, only when a list is in that order. */
export function usePlanYears(care: UsualYear | null, categories: string[]) {
  const id = useQuoteId();
  const picked = [...categories].sort().join(",");
  return useQuery({
    queryKey: quoteKey(id, "years", care, picked),
    enabled: Boolean(id && care),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.get(
        "/api/v1/get-plan-years",
        { enrollment_id: id, categories: picked, care: care ?? undefined },
        signal,
      ),
  });
}

export function useCategoryFilter() {
  const id = useQuoteId();
  return useQuery({
    queryKey: quoteKey(id, "categories"),
    enabled: Boolean(id),
    queryFn: async ({ signal }) => {
      const data = await api.get("/api/v1/get-left-side-filter-fields", { enrollment_id: id }, signal);
      return data?.result?.categories ?? [];
    },
  });
}

export const planQuery = (id: string) =>
  queryOptions({
    queryKey: ["plan", id],
    enabled: Boolean(id),
    staleTime: 300_000,
    queryFn: ({ signal }) => api.get(`/api/v1/get-plan-detail/${encodeURIComponent(id)}`, {}, signal),
  });

export const usePlanDetail = (id: string) => useQuery(planQuery(id));

export type Pricing =
  | { kind: "priced"; plans: PricedPlan[]; flags: PlanFlags | null }
  | { kind: "moved"; pid: number; message: string }
  | { kind: "refused"; error: PriceError };

interface RefusalData {
  pid?: number;
  remedy?: PriceError["remedy"];
  fix?: string[];
}

/** A refusal as the listing shows it. */
export function toPriceError(error: ApiError): PriceError {
  const data = (error.data ?? {}) as RefusalData;
  return {
    errorCode: error.errorCode ?? "",
    message: error.message,
    remedy: data.remedy ?? null,
    fix: data.fix ?? [],
  };
}

/** `explain`: with the proof of each price, which takes longer than the prices. */
export const pricingQuery = (id: string | null, planId: string, explain = false) =>
  queryOptions({
    queryKey: quoteKey(id, "pricing", planId, explain),
    enabled: Boolean(id && planId),
    queryFn: async ({ signal }): Promise<Pricing> => {
      try {
        const query = { pid: Number(planId), enrollment_id: id, explain };
        const data = await api.get("/api/v1/get-plan-pricing-detail", query, signal);
        return { kind: "priced", plans: data?.plans ?? [], flags: data?.flags ?? null };
      } catch (error) {
        if (!(error instanceof ApiError) || !error.errorCode) throw error;
        const moved = error.errorCode === "changePid" ? (error.data as RefusalData | null)?.pid : undefined;
        if (moved) return { kind: "moved", pid: moved, message: error.message };
        return { kind: "refused", error: toPriceError(error) };
      }
    },
  });

/** A plan's price for the running quote; a refusal is an answer, not a failure. */
export const usePricing = (planId: string) => useQuery(pricingQuery(useQuoteId(), planId));

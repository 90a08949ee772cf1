import { useQuery } from "@tanstack/react-query";
import type { YearCost } from "@/client";
import { api } from "@/lib/api";
import { quoteKey, useQuoteId } from "@/lib/shop/filter";
import { type UsualYear, usePlanYears } from "@/lib/shop/plans";
import type { PlanColumn } from "./useColumns";

/** The plan's costs are known as numbers in these categories. */
const CATEGORIES = ["dental", "vision"];

export type FirstCare = YearCost["plans"][number]["first_care"][number];

/** What each service costs with each plan by itself; by plan. */
export function useFirstCare(columns: PlanColumn[]) {
  const id = useQuoteId();
  const plans = columns
    .filter(({ plan }) => plan && CATEGORIES.includes(plan.plan_category))
    .map(({ id: plan_id, option }) => ({ plan_id, option }));
  const query = useQuery({
    queryKey: quoteKey(id, "first-care", plans),
    enabled: Boolean(id) && plans.length > 0 && columns.every(({ pricing }) => !pricing.isLoading),
    queryFn: ({ signal }) =>
      api.post("/api/v1/get-plan-year-cost", { enrollment_id: id ?? "", plans, services: [] }, { signal }),
  });
  const byPlan = new Map<number, FirstCare[]>(
    query.data?.plans.map(({ plan_id, first_care }) => [plan_id, first_care]),
  );
  return { byPlan, isLoading: query.isLoading };
}

const YEAR_OF: Record<string, UsualYear> = { dental: "crown", vision: "glasses" };

/** The usual year that says most about the compared kind of plan. */
export function useComparedYears(columns: PlanColumn[]) {
  const kinds = new Set(columns.flatMap(({ plan }) => (plan ? [plan.plan_category] : [])));
  const [kind = ""] = kinds;
  const care = kinds.size === 1 ? (YEAR_OF[kind] ?? null) : null;
  const query = usePlanYears(care, [kind]);
  return { years: care ? query.data : undefined, kind, isLoading: query.isLoading };
}

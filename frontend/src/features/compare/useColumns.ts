import type { UseQueryResult } from "@tanstack/react-query";
import { ApiError } from "@/lib/api";
import { type Pricing, usePlanDetail, usePricing } from "@/lib/shop/plans";
import type { PlanDetail, PricedPlan } from "@/lib/shop/types";
import type { Column } from "./rows";

export interface PlanColumn extends Column {
  detail: UseQueryResult<PlanDetail>;
  pricing: UseQueryResult<Pricing>;
  /** The option whose price is shown: the plan's default. */
  priced: PricedPlan | null;
}

/** A refusal of the address itself: no such plan in this store. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && [404, 422].includes(error.status);

function useColumn(id: number | undefined): PlanColumn {
  const key = id ? String(id) : "";
  const detail = usePlanDetail(key);
  const pricing = usePricing(key);
  const plan = detail.data ?? null;
  const options = pricing.data?.kind === "priced" ? pricing.data.plans : [];
  const priced = options.find((option) => option.is_default) ?? options[0] ?? null;
  const fallback = plan?.options.find((option) => option.is_default)?.code ?? "";
  return { id: id ?? 0, plan, detail, pricing, priced, option: priced?.option.code ?? fallback };
}

/** The columns of up to four plans. A number of hooks that never changes, whatever the address says. */
export function useColumns(ids: number[]): PlanColumn[] {
  const slots = [useColumn(ids[0]), useColumn(ids[1]), useColumn(ids[2]), useColumn(ids[3])];
  return slots.slice(0, ids.length);
}

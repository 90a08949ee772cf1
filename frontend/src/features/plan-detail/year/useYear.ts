import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "react-router";
import type { YearService } from "@/client";
import { api } from "@/lib/api";
import { STAY } from "@/lib/page";
import { planIds } from "@/lib/shop/compare";
import { quoteKey, useQuoteId } from "@/lib/shop/filter";
import { usePlanYears } from "@/lib/shop/plans";
import { useStored } from "@/lib/storage";

export type { YearCost, YearLine, YearService } from "@/client";

const CARE = ["checkups", "crown", "braces", "glasses", "contacts"] as const;
export type Care = (typeof CARE)[number];

/** In the address: no other plan. */
const NONE = "none";

/** The usual year and the plan beside, as the address has them; null where it says nothing. */
export function useYearAddress() {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const query = new URLSearchParams(search);
  const beside = query.get("beside");
  const write = (name: string, value: string) => {
    query.set(name, value);
    void navigate(`?${query.toString()}${hash}`, { replace: true, state: STAY });
  };
  return {
    care: CARE.find((care) => care === query.get("year")) ?? "checkups",
    /** 0: no other plan. */
    beside: beside === null ? null : beside === NONE ? 0 : Number(beside) || null,
    pickCare: (care: Care) => write("year", care),
    pickBeside: (id: number) => write("beside", id ? String(id) : NONE),
  };
}

/**
 * The plans that can stand beside this one: those the shopper compares already, then those whose year comes next in
 * the list. Nobody has chosen: the first of them.
 */
export function useOthers(planId: number, category: string, chosen: number | null) {
  const query = usePlanYears("checkups", [category]);
  const compared = planIds(useStored("compare"));
  const listed = [...(query.data?.result ?? [])].sort((a, b) => Number(a.total) - Number(b.total));
  const ownIndex = listed.findIndex((year) => year.plan_id === planId);
  const next = [...listed.slice(ownIndex + 1), ...listed.slice(0, Math.max(ownIndex, 0)).reverse()];
  const first = next.filter((year) => compared.includes(year.plan_id));
  const others = [...first, ...next.filter((year) => !first.includes(year))];
  const isListed = others.some((year) => year.plan_id === chosen);
  const beside = chosen === 0 ? null : isListed ? chosen : (others[0]?.plan_id ?? null);
  return { others, beside, isLoading: query.isLoading };
}

interface YearQuestion {
  planId: number;
  option: string;
  beside: number | null;
  care: Care;
  /** The shopper's own care in place of a usual year. */
  services: YearService[] | null;
  /** As many as in the quote: null. */
  children: number | null;
  enabled: boolean;
}

/** Twelve months with a plan's option, and with another plan beside it. Old figures stay while new ones load. */
export function useYear({ planId, option, beside, care, services, children, enabled }: YearQuestion) {
  const id = useQuoteId();
  const plans = [{ plan_id: planId, option }, ...(beside ? [{ plan_id: beside }] : [])];
  const counted = { ...(services ? { services } : { care }), children };
  return useQuery({
    queryKey: quoteKey(id, "year", plans, counted),
    enabled: Boolean(id) && enabled,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.post("/api/v1/get-plan-year-cost", { enrollment_id: id ?? "", plans, ...counted }, { signal }),
  });
}

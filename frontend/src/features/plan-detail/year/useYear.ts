import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { YearService } from "@/client";
import { api } from "@/lib/api";
import { quoteKey, useQuoteId } from "@/lib/shop/filter";

export type { YearCost, YearLine, YearService } from "@/client";

/** Twelve months with a plan's option for the chosen care. Old figures stay while new ones load. */
export function useYear(planId: number, option: string, services: YearService[]) {
  const id = useQuoteId();
  return useQuery({
    queryKey: quoteKey(id, "year", planId, option, services),
    enabled: Boolean(id),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.post(
        "/api/v1/get-plan-year-cost",
        { enrollment_id: id ?? "", plans: [{ plan_id: planId, option }], services },
        { signal },
      ),
  });
}

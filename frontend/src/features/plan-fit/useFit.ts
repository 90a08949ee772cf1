import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "react-router";
import type { PlanFit } from "@/client";
import { api } from "@/lib/api";
import { STAY } from "@/lib/page";
import { quoteKey, useQuoteId } from "@/lib/shop/filter";

export type Care = PlanFit["care"][number];
export type Provider = "keep" | "any" | "unknown";

const CARE: Care[] = ["checkups", "fillings", "crown", "braces", "glasses"];
const PROVIDERS: Provider[] = ["keep", "any", "unknown"];
/** In the address where nobody knows what care to expect; an address without care is that of a first visit. */
const UNKNOWN = "unknown";
const AMOUNT = /^\d{1,5}(\.\d\d?)?$/;

/** The three answers live in the address: they can be shared, and Back works. */
export function useAnswers() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(search);
  const named = params.get("care");
  const care = named === null ? CARE.slice(0, 1) : CARE.filter((kind) => named.split(",").includes(kind));
  const price = params.get("price") ?? "";
  const budget = AMOUNT.test(price) ? price : undefined;
  const provider = PROVIDERS.find((option) => option === params.get("provider")) ?? null;
  const write = (key: string, value: string) => {
    const params = new URLSearchParams(window.location.search);
    if (value) params.set(key, value);
    else params.delete(key);
    // Commas are fine in a query, and an address that is shared should be readable.
    void navigate(`?${params.toString().replaceAll("%2C", ",")}`, { replace: true, state: STAY });
  };
  return {
    care,
    budget,
    provider,
    chooseCare: (next: Care[]) => write("care", next.join(",") || UNKNOWN),
    chooseBudget: (amount: string) => write("price", amount),
    chooseProvider: (next: Provider) => write("provider", next),
  };
}

export type Answers = ReturnType<typeof useAnswers>;

/** The plans that fit; those of the answers before stay until the new ones are there. */
export function useFit({ care, budget, provider }: Answers) {
  const id = useQuoteId();
  const query = { care: care.join(","), budget, provider: provider ?? "unknown" };
  return useQuery({
    queryKey: quoteKey(id, "fit", query.care, query.budget, query.provider),
    enabled: Boolean(id),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get("/api/v1/get-plan-fit", { enrollment_id: id, ...query }, signal),
  });
}

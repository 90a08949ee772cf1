import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../api";
import { getItem } from "../storage";
import { tellTabs } from "../tabs";
import { forgetQuote, setCartCount } from "./context";
import { quoteKey, useQuoteId } from "./filter";
import type { Cart } from "./types";

const EMPTY: Cart = {
  result: [],
  fees: [],
  initial_month_cost: "0.00",
  recurring_month_cost: "0.00",
  pending_month_cost: "0.00",
  total: "0.00",
  first_year_total: "0.00",
  first_year_own: "0.00",
  effective_date: "",
  notes: [],
  can_quote: false,
  share: null,
  version: 0,
};

/** The cart with its plans alone as the result; fees stand in a list of their own. */
export function countPlans(cart: Cart): Cart {
  const result = cart.result.filter((item) => item.removable);
  setCartCount(result.length);
  return { ...cart, result };
}

export const cartQuery = (id: string | null) =>
  queryOptions({
    queryKey: quoteKey(id, "cart"),
    queryFn: async ({ signal }) => {
      if (!id) return EMPTY;
      try {
        const cart = await api.get("/api/v1/get-plan-cart", { enrollment_id: id }, signal);
        return countPlans(cart);
      } catch (error) {
        if (forgetQuote(error, id)) return EMPTY;
        throw error;
      }
    },
  });

/** Without a quote it is empty at once: the server has drawn it so. */
export function useCart() {
  const id = useQuoteId();
  return useQuery({ ...cartQuery(id), placeholderData: id ? keepPreviousData : EMPTY });
}

export function useEffectiveDates(enabled: boolean) {
  const id = useQuoteId();
  return useQuery({
    queryKey: quoteKey(id, "dates"),
    enabled: Boolean(id) && enabled,
    queryFn: async ({ signal }) => {
      const data = await api.get("/api/v1/get-cart-effective-dates", { enrollment_id: id }, signal);
      return data.result;
    },
  });
}

type Line = { plan_id: number; plan_pricing_id: string | null };

/**
 * Adds a plan, a premier plan always together with its membership, and refreshes what shows the cart. Gives a word about
 * what the plan now stands beside, "" for nothing.
 */
export function useAddToCart() {
  const client = useQueryClient();
  return async (plan: Line, membership?: { plan_id: number; plan_pricing_id: string }): Promise<string> => {
    const line = {
      enrollment_id: getItem("tempId") ?? "",
      plan_id: plan.plan_id,
      ...(plan.plan_pricing_id ? { plan_pricing_id: plan.plan_pricing_id } : {}),
    };
    const { count, note } = membership
      ? await api.post("/api/v1/add-plan-to-cart-prudentials", {
          ...line,
          plan_id1: membership.plan_id,
          plan_pricing_id1: membership.plan_pricing_id,
        })
      : await api.post("/api/v1/add-plan-to-cart", line);
    setCartCount(count);
    tellTabs();
    await client.invalidateQueries({ queryKey: ["quote"] });
    return note;
  };
}

export function useRemoveFromCart() {
  const client = useQueryClient();
  return async (line: Line): Promise<void> => {
    await api.post("/api/v1/remove-plan-from-cart", {
      enrollment_id: getItem("tempId") ?? "",
      plan_id: line.plan_id,
      plan_pricing_id: line.plan_pricing_id ?? "",
    });
    tellTabs();
    await client.invalidateQueries({ queryKey: ["quote"] });
  };
}

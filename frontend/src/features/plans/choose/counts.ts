/** The offers of each facet for a list of plans, with the number of plans left. Pure. */

import { type Prices, priceScale } from "@/components/shop/prices/scale";
import { slug } from "@/lib/format";
import type { PlanItem } from "@/lib/shop/types";
import type { Chosen } from "../chosen";
import { concerns, FACETS, type Facet, narrow } from "./facets";

export interface FacetOption {
  value: string;
  /** Plans that are left with it and everything else that was chosen. */
  count: number;
  /** Of what the plans themselves name, such as a carrier. */
  name?: string;
}

export interface FacetOffer {
  key: string;
  category: string | undefined;
  options: FacetOption[];
}

/** Choices that tell these plans apart: of those that keep the same plans the one that says most, and what is chosen. */
function telling(facet: Facet, plans: PlanItem[], chosen: string | undefined): string[] {
  const byKept = new Map<string, string>();
  for (const value of facet.options ?? []) {
    const matches = plans.filter((plan) => facet.keeps(plan, value)).map((plan) => plan.pid);
    const ids = matches.join();
    if (matches.length > 0 && matches.length < plans.length && (facet.rises || !byKept.has(ids)))
      byKept.set(ids, value);
  }
  const distinct = new Set(byKept.values());
  return (facet.options ?? []).filter((value) => distinct.has(value) || value === chosen);
}

function carriers(plans: PlanItem[]): Map<string, string> {
  const names = [...new Set(plans.map((plan) => plan.carrier_name))].filter(Boolean).sort();
  return new Map(names.map((name) => [slug(name), name]));
}

/** The facets that can tell these plans apart, without the price. */
export function offers(plans: PlanItem[], chosen: Chosen, search: string): FacetOffer[] {
  return FACETS.filter((facet) => facet.key !== "price").flatMap((facet) => {
    const concerned = plans.filter((plan) => concerns(facet, plan));
    const names = facet.options ? null : carriers(concerned);
    const values = names ? [...names.keys()] : telling(facet, concerned, chosen[facet.key]);
    if (values.length < (names ? 2 : 1)) return [];
    const remaining = narrow(concerned, chosen, search, facet.key);
    const options = values.map((value) => ({
      value,
      count: remaining.filter((plan) => facet.keeps(plan, value)).length,
      ...(names ? { name: names.get(value) ?? value } : {}),
    }));
    return [{ key: facet.key, category: facet.category, options }];
  });
}

/** Where the monthly prices lie; null where there is nothing to choose between. */
export const pricesOf = (plans: PlanItem[]): Prices | null =>
  priceScale(plans.flatMap((plan) => (plan.recurring ? [plan.recurring] : [])));

export interface Way {
  key: string;
  /** Plans that are left without it. */
  count: number;
}

/** Where nothing fits: what to take away to see the most plans, the best way first. */
export function waysOut(plans: PlanItem[], chosen: Chosen, search: string): Way[] {
  const keys = Object.keys(chosen);
  const removals = keys.map((key) => ({ key, count: narrow(plans, chosen, search, key).length }));
  if (search) removals.push({ key: "q", count: narrow(plans, chosen, "").length });
  return removals.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
}

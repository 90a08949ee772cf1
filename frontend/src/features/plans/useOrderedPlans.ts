import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { useMenu } from "@/lib/shop/context";
import { usePlanYears } from "@/lib/shop/plans";
import type { PlanItem } from "@/lib/shop/types";
import { useNarrowed } from "./chosen";
import { bySection, foldedIn, sortPlans, splitAwaiting } from "./sort";
import type { Listing } from "./useListing";

export const NONE: PlanItem[] = [];
const NO_PLANS: number[] = [];

/** The plans that the listing's choices leave, in its order. */
export function useOrderedPlans(plans: PlanItem[] | undefined, listing: Listing) {
  const { picked, chosen, search, sort } = listing;
  const menu = useMenu();
  // A long list is drawn in slices: the page answers meanwhile.
  const deferredPlans = useDeferredValue(plans);
  const { narrowed, left: matching, active } = useNarrowed(deferredPlans, chosen, search);
  const fitting = matching ?? NONE;
  const yearsQuery = usePlanYears(sort === "year" ? listing.care : null, picked);
  const years = sort === "year" ? (yearsQuery.data ?? null) : null;
  const byPlan = useMemo(() => new Map(years?.result.map((year) => [year.plan_id, year])), [years]);
  const ordered = useMemo(() => sortPlans(fitting, sort, byPlan), [fitting, sort, byPlan]);
  const [heldBack, setHeldBack] = useState<number[]>(NO_PLANS);
  const { rest, awaiting } = useMemo(() => splitAwaiting(ordered, heldBack), [ordered, heldBack]);
  const selected = picked.join(",");
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins anew
  useEffect(() => setHeldBack(NO_PLANS), [selected, chosen, search, sort]);
  return {
    deferredPlans,
    narrowed,
    matching,
    active,
    fitting,
    rest,
    awaiting,
    holdBack: setHeldBack,
    folded: foldedIn(bySection(rest, menu), listing.opened),
    years,
    byPlan,
    isStale: years !== null && yearsQuery.isPlaceholderData,
  };
}

import { useEffect, useMemo, useState } from "react";
import { partWithTexts } from "@/lib/load-part";
import type { PlanItem } from "@/lib/shop/types";

/** Chosen values by the key of their facet, as they stand in the address. */
export type Chosen = Readonly<Record<string, string>>;

/** Keys of the facets in an address, in the order in which they are shown. */
export const FACET_KEYS = [
  "price",
  "max",
  "ded",
  "wait",
  "braces",
  "net",
  "exam",
  "frames",
  "carrier",
] as const;

const load = partWithTexts("choosing", () => import("./choose/facets"));
/** Once it is there, a list that comes back is drawn whole at once. */
let loaded: Awaited<ReturnType<typeof load>> | null = null;

/** The plans that are left; undefined until what narrows them is there, which a list without choices never waits for. */
export function useNarrowed(plans: PlanItem[] | undefined, chosen: Chosen, search: string) {
  const narrowed = search !== "" || Object.keys(chosen).length > 0;
  const [facets, setFacets] = useState(loaded);
  useEffect(() => {
    if (!narrowed) return;
    void load().then((part) => {
      loaded = part;
      setFacets(part);
    });
  }, [narrowed]);
  const valid = useMemo(() => (plans ? facets?.known(chosen, plans) : undefined), [plans, facets, chosen]);
  const remaining = useMemo(
    () => (!plans || !narrowed ? plans : valid && facets?.narrow(plans, valid, search)),
    [plans, narrowed, facets, valid, search],
  );
  /** How many of the chosen values narrow these plans. */
  const active = Object.keys(valid ?? {}).length;
  return { narrowed, left: remaining, active };
}

import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api";
import { useWorks } from "@/lib/shop/client";
import { useCartCount } from "@/lib/shop/context";
import { quoteKey, useQuoteId } from "@/lib/shop/filter";
import { MEMBER_AND_CHILD, MEMBER_AND_CHILDREN, TIER_COVERS, TIER_LABELS } from "@/lib/shop/labels";
import type { Tier } from "@/lib/shop/types";

/** A premier plan in the running cart takes one child only. */
export function usePremierCart(): boolean {
  const id = useQuoteId();
  const filled = useCartCount() > 0;
  const { data } = useQuery({
    queryKey: quoteKey(id, "premier"),
    enabled: Boolean(id) && filled,
    retry: false,
    queryFn: ({ signal }) => api.get("/api/v1/get-more-requirement", { enrollment_id: id }, signal),
  });
  return filled && data === true;
}

/** Who is covered: in the shopper's own words, or as reps and group administrators name it. */
export function useTierLabel(): (tier: Tier) => string {
  const { i18n } = useLingui();
  const works = useWorks();
  const premier = usePremierCart();
  return (tier) => {
    if (tier === "IC" && premier) return i18n._(MEMBER_AND_CHILD);
    if (!works) return i18n._(TIER_LABELS[tier]);
    return i18n._(tier === "IC" ? MEMBER_AND_CHILDREN : TIER_COVERS[tier]);
  };
}

import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api";
import { useWorks } from "@/lib/shop/client";
import { quoteKey, useFilterInfo, useQuoteId } from "@/lib/shop/filter";
import { MEMBER_AND_CHILD, MEMBER_CHOICES, OWN_TIERS, TIER_CHOICES, TIER_NAMES } from "@/lib/shop/labels";
import type { Tier } from "@/lib/shop/types";
import { useStored } from "@/lib/storage";

/** A premier plan in the running cart takes one child only. */
export function usePremierCart(): boolean {
  const id = useQuoteId();
  const count = useStored("cartCount");
  const tier = useFilterInfo().data?.tier;
  // A cart that was filled elsewhere isn't counted here yet; the answer matters to this tier.
  const filled = count === null ? tier === "IC" : Number(count) > 0;
  const { data } = useQuery({
    queryKey: quoteKey(id, "premier"),
    enabled: Boolean(id) && filled,
    retry: false,
    queryFn: ({ signal }) => api.get("/api/v1/get-more-requirement", { enrollment_id: id }, signal),
  });
  return filled && data === true;
}

type Labels = Record<Tier, MessageDescriptor>;

function useLabels(own: Labels, trade: Labels): (tier: Tier) => string {
  const { i18n } = useLingui();
  const works = useWorks();
  const premier = usePremierCart();
  return (tier) => i18n._(tier === "IC" && premier ? MEMBER_AND_CHILD : (works ? trade : own)[tier]);
}

/** Return who is covered, in the reader's words. */
export const useTierLabel = () => useLabels(OWN_TIERS, TIER_NAMES);

/** The choices of a form, which have words of their own. */
export const useTierChoice = () => useLabels(TIER_CHOICES, MEMBER_CHOICES);

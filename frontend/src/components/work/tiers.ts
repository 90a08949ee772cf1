import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { usePremierCart } from "@/components/shop/tierLabel";
import { TIERS } from "@/lib/shop/filter";
import { MEMBER_AND_CHILD, MEMBER_AND_CHILD_OR_CHILDREN, MEMBER_CHOICES } from "@/lib/shop/labels";
import type { Tier } from "@/lib/shop/types";

/** The tiers as members, reps and groups name them. */
export function useTierOptions(group = false): { value: Tier; label: string }[] {
  const { i18n } = useLingui();
  const premier = usePremierCart();
  const label = (tier: Tier): MessageDescriptor => {
    if (tier === "IC" && premier) return MEMBER_AND_CHILD;
    return tier === "IC" && group ? MEMBER_AND_CHILD_OR_CHILDREN : MEMBER_CHOICES[tier];
  };
  return TIERS.map((tier) => ({ value: tier, label: i18n._(label(tier)) }));
}

import { useLingui } from "@lingui/react/macro";
import { useActor } from "../actor";
import { MEMBER_AND_CHILDREN, TIER_COVERS, TIER_LABELS } from "./labels";
import { useParties } from "./parties";
import type { Tier } from "./types";

/** A rep or group administrator uses the store for somebody else. */
export function useWorks(): boolean {
  const { role } = useActor();
  return role === "rep" || role === "group";
}

/** What to call the person whom a rep or group administrator enrolls; null for shoppers, who read about themselves. */
export function useClientName(): string | null {
  const { t } = useLingui();
  const works = useWorks();
  const member = useParties(works)?.user_info;
  if (!works) return null;
  return member?.first_name || t`the member`;
}

/** Who is covered: in the shopper's own words, or as reps and group administrators name it. */
export function useTierLabel(): (tier: Tier) => string {
  const { i18n } = useLingui();
  const works = useWorks();
  return (tier) => {
    if (!works) return i18n._(TIER_LABELS[tier]);
    return i18n._(tier === "IC" ? MEMBER_AND_CHILDREN : TIER_COVERS[tier]);
  };
}

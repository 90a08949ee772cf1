import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { QuoteErrorKind } from "./filter";
import type { Tier } from "./types";

/** A shopper's choices. */
export const TIER_CHOICES: Record<Tier, MessageDescriptor> = {
  IO: msg`Me`,
  IS: msg`Me & My Spouse`,
  IC: msg`Me & My Children`,
  IF: msg`Me, My Spouse & Children`,
};

/** The choices of members, reps and groups. */
export const MEMBER_CHOICES: Record<Tier, MessageDescriptor> = {
  IO: msg`Member Only`,
  IS: msg`Member + Spouse`,
  IC: msg`Member + Children`,
  IF: msg`Family`,
};
export const MEMBER_AND_CHILD_OR_CHILDREN = msg`Member + Child(ren)`;

/** The tiers as shoppers and members read them. */
export const OWN_TIERS: Record<Tier, MessageDescriptor> = {
  IO: msg({ context: "tier", message: "You" }),
  IS: msg`You and your spouse`,
  IC: msg`You and your children`,
  IF: msg`Your family`,
};

/** The tiers as reps and group administrators read them. */
export const TIER_NAMES: Record<Tier, MessageDescriptor> = {
  IO: msg({ context: "tier", message: "Member" }),
  IS: msg`Member + Spouse`,
  IC: MEMBER_AND_CHILD_OR_CHILDREN,
  IF: msg`Family`,
};

/** A premier plan in the cart takes one child. */
export const MEMBER_AND_CHILD = msg`Member + 1 Child`;

export const GENDERS: { value: string; label: MessageDescriptor }[] = [
  { value: "0", label: msg`Male` },
  { value: "1", label: msg`Female` },
];

export const genderLabel = (value: string): MessageDescriptor | undefined =>
  GENDERS.find((gender) => gender.value === String(value))?.label;

export const FIELD_REQUIRED = msg`Field is required`;

/** The banner form says it in its own words. */
const ZIP_MESSAGES = { panel: msg`Enter 5 digit zip code.`, banner: msg`Invalid Zip code` };

export function quoteMessage(kind: QuoteErrorKind, place: "panel" | "banner" = "panel"): MessageDescriptor {
  if (kind === "zip") return ZIP_MESSAGES[place];
  if (kind === "age") return msg`You must be 18 years to proceed`;
  if (kind === "date") return msg`Enter a date as mm/dd/yyyy`;
  return FIELD_REQUIRED;
}

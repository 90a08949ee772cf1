import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { QuoteErrorKind } from "./filter";
import type { Tier } from "./types";

/** In the shopper's own words. */
export const TIER_LABELS: Record<Tier, MessageDescriptor> = {
  IO: msg`Me`,
  IS: msg`Me & My Spouse`,
  IC: msg`Me & My Children`,
  IF: msg`Me, My Spouse & Children`,
};

/** Where a plan's price names who it covers. */
export const TIER_COVERS: Record<Tier, MessageDescriptor> = {
  IO: msg`Member Only`,
  IS: msg`Member + Spouse`,
  IC: msg`Member + Child(ren)`,
  IF: msg`Family`,
};

/** Where members and their reps choose who is covered; premier plans take one child. */
export const MEMBER_AND_CHILDREN = msg`Member + Children`;
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

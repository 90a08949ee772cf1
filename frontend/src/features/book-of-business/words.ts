import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { IconName } from "@/components/ui/Icon";
import type { BookTask } from "./reads";

type Kind = BookTask["kind"];

export const ICONS: Record<Kind, IconName> = {
  ending: "warning",
  ageing: "users",
  renewal: "mail",
  reported: "baby",
  birthday: "cake",
};

export const LANE_NAMES: Record<Kind, MessageDescriptor> = {
  ending: msg`Endings`,
  ageing: msg`Aging out`,
  renewal: msg`Renewals`,
  reported: msg`Reported`,
  birthday: msg`Birthdays`,
};

const CATEGORIES: Record<string, MessageDescriptor> = {
  dental: msg`Dental`,
  vision: msg`Vision`,
  medical: msg`Medical`,
  limitedmed: msg`Limited medical`,
  term_life: msg`Life`,
  supplemental: msg`Supplemental`,
  lifestyle: msg`Lifestyle`,
  rx: msg`Prescriptions`,
  di: msg`Disability`,
  pet: msg`Pet`,
  critical: msg`Critical illness`,
  accident: msg`Accident`,
  hospital: msg`Hospital`,
  guaranteed: msg`Guaranteed life`,
};

/** Categories of plans in a row of words: "Dental, vision, life". */
export function useCategories() {
  const { i18n } = useLingui();
  return (keys: string[]) => {
    const words = keys.map((key) => i18n._(CATEGORIES[key] ?? msg`Other`));
    return words.map((word, index) => (index ? word.toLowerCase() : word)).join(", ");
  };
}

/** "04/05/2027" as "04/05", for days of the next months. */
export const shortDay = (day: string): string => day.slice(0, 5);

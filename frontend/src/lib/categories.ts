import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** Menu keys and their labels, in menu order. */
export const CATEGORY_LABELS: Record<string, MessageDescriptor> = {
  dental: msg`Dental Plans`,
  vision: msg`Vision Plans`,
  medical: msg`Medical Plans`,
  limitedmed: msg`Limited Med Plans`,
  term_life: msg`Term Life Plans`,
  supplemental: msg`Supplemental Plans`,
  lifestyle: msg`Lifestyle Plans`,
  rx: msg`RX Plans`,
  di: msg`Disability Income Plans`,
  pet: msg`PET Plans`,
  critical: msg`Critical Plan`,
  accident: msg`Accident Plans`,
  hospital: msg`Hospital Plans`,
  guaranteed: msg`Guaranteed Plans`,
};

export const categoryLabel = (key: string): MessageDescriptor => CATEGORY_LABELS[key] ?? msg`Other Plans`;

export const categoryPath = (key: string): string => `/plans?type=${key}`;

/** Which answers price how many plans. Pure. */
import { masks } from "@/lib/masks";
import type { FilterChanges } from "@/lib/shop/filter";
import type { PlanItem } from "@/lib/shop/types";

export const ANSWERS = ["tobacco", "income", "hours"] as const;
export type AnswerKey = (typeof ANSWERS)[number];

/** What is typed so far. */
export type Typed = Partial<Record<AnswerKey, string>>;

/** The names by which the server knows them. */
export const FIELDS = { tobacco: "is_smoker", income: "annual_incode", hours: "working_hours" } as const;

/** The answers that plans wait for and how many wait for each, the most useful first. */
export const missing = (plans: PlanItem[]): { key: AnswerKey; count: number }[] =>
  ANSWERS.map((key) => ({ key, count: plans.filter((plan) => plan.error?.remedy?.action === key).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);

/** How many of the plans what is typed may price. */
export const pricedBy = (plans: PlanItem[], typed: Typed): number =>
  missing(plans).reduce((sum, { key, count }) => sum + (typed[key]?.trim() ? count : 0), 0);

/** As the server takes them, without what was left open. */
export const changesOf = ({ tobacco, income = "", hours = "" }: Typed): FilterChanges => ({
  ...(tobacco ? { is_smoker: tobacco } : {}),
  ...(income.trim() ? { annual_incode: masks.dollars.parse(income) } : {}),
  ...(hours.trim() ? { working_hours: masks.hours.parse(hours) } : {}),
});

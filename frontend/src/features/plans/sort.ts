import type { ListedYear } from "@/client";
import { cents } from "@/lib/format";
import type { PlanItem } from "@/lib/shop/types";

export const SORT_KEYS = ["low", "high", "name", "year"] as const;

export type SortKey = (typeof SORT_KEYS)[number];

/**
 * Plans without a price keep their place at the end, in the given order. By yearly cost, those whose year is not known
 * come after the others, by price.
 */
export function sortPlans(plans: PlanItem[], key: SortKey, years?: Map<number, ListedYear>): PlanItem[] {
  const total = ({ pid }: PlanItem) => {
    const year = key === "year" && years?.get(pid);
    return year ? cents(year.total) : Number.POSITIVE_INFINITY;
  };
  const price = (plan: PlanItem) => (plan.recurring ? cents(plan.recurring) : null);
  return [...plans].sort((a, b) => {
    if (key === "name") return a.plan_name.localeCompare(b.plan_name);
    if (total(a) !== total(b)) return total(a) - total(b);
    const [left, right] = [price(a), price(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return key === "high" ? right - left : left - right;
  });
}

/** Sections in menu order; categories the menu does not know come last. */
export function bySection(plans: PlanItem[], order: string[]): [string, PlanItem[]][] {
  const sections = new Map<string, PlanItem[]>();
  for (const plan of plans) {
    const list = sections.get(plan.plan_category) ?? [];
    list.push(plan);
    sections.set(plan.plan_category, list);
  }
  const rank = (category: string) => {
    const index = order.indexOf(category);
    return index < 0 ? order.length : index;
  };
  return [...sections].sort(([a], [b]) => rank(a) - rank(b) || a.localeCompare(b));
}

/** The best of a section among others; of a section by itself more, there is nothing below it. */
const FEW = 4;
const ALONE = 20;

/** Return how many plans of a section are shown before the rest is folded; a single plan is never folded. */
export function foldedAfter(count: number, sections: number): number {
  const folded = sections > 1 ? FEW : ALONE;
  return count > folded + 1 ? folded : count;
}

/** Plans that are folded away. */
export const foldedIn = (sections: [string, PlanItem[]][], opened: string[]): number =>
  opened.includes("all")
    ? 0
    : sections.reduce(
        (sum, [category, { length }]) =>
          sum + (opened.includes(category) ? 0 : length - foldedAfter(length, sections.length)),
        0,
      );

/** The lowest and highest monthly price; null where none has one. */
export function priceSpan(plans: PlanItem[]): [string, string] | null {
  const prices = plans.flatMap(({ recurring }) => recurring ?? []).sort((a, b) => cents(a) - cents(b));
  const [least, most] = [prices.at(0), prices.at(-1)];
  return least && most ? [least, most] : null;
}

/** Return the full width of a section's bars, in cents: the dearest year in it, or the care without a plan. */
export const yearScale = (plans: PlanItem[], years: Map<number, ListedYear>, without: string): number =>
  Math.max(cents(without), ...plans.map(({ pid }) => cents(years.get(pid)?.total ?? 0)));

/** Answers that price a plan without a further question. */
const ASKED = new Set(["tobacco", "income", "hours"]);

/** Return whether the plan has no price only because an answer is missing. */
export const awaitsAnswer = ({ recurring, error }: PlanItem): boolean =>
  !recurring && ASKED.has(error?.remedy?.action ?? "");

/**
 * Plans for their sections, and those for which the same few answers are missing; `held` had their answer just now and
 * show their price where it was asked for. A single one stays among the others, with its reason.
 */
export function splitAwaiting(
  plans: PlanItem[],
  heldBack: number[],
): { rest: PlanItem[]; awaiting: PlanItem[] } {
  const missing = plans.filter(awaitsAnswer);
  if (missing.length < 2 && heldBack.length === 0) return { rest: plans, awaiting: [] };
  return {
    rest: plans.filter((plan) => !awaitsAnswer(plan)),
    awaiting: plans.filter((plan) => awaitsAnswer(plan) || heldBack.includes(plan.pid)),
  };
}

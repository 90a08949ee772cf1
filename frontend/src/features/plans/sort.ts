import { cents } from "@/lib/format";
import type { PlanItem } from "@/lib/shop/types";

export type SortKey = "low" | "high" | "name";

/** Plans without a price keep their place at the end, in the given order. */
export function sortPlans(plans: PlanItem[], key: SortKey): PlanItem[] {
  const price = (plan: PlanItem) => (plan.recurring ? cents(plan.recurring) : null);
  return [...plans].sort((a, b) => {
    if (key === "name") return a.plan_name.localeCompare(b.plan_name);
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

import { expect, test } from "vitest";
import type { PlanItem } from "@/lib/shop/types";
import { partOf } from "@/testing/partOf";
import { bySection, sortPlans } from "./sort";

const plan = (pid: number, recurring: string | null, plan_category = "dental"): PlanItem =>
  partOf<PlanItem>({
    pid,
    plan_name: `Plan ${String.fromCharCode(96 + pid)}`,
    plan_logo: "",
    plan_price: recurring,
    recurring,
    plan_category,
    plan_short_text: "",
    carrier_name: "",
    category_label: "",
    badges: [],
    facts: [],
    hash: "",
    is_insurance: true,
    is_membership: false,
    is_prudential: false,
    is_prudential_plan: false,
  });

const plans = [plan(1, "104.85"), plan(2, null), plan(3, "9.50"), plan(4, null), plan(5, "61.30")];
const ids = (list: PlanItem[]) => list.map((item) => item.pid);

test("prices order as amounts and plans without one stay last, in place", () => {
  expect(ids(sortPlans(plans, "low"))).toEqual([3, 5, 1, 2, 4]);
  expect(ids(sortPlans(plans, "high"))).toEqual([1, 5, 3, 2, 4]);
  expect(ids(sortPlans(plans, "name"))).toEqual([1, 2, 3, 4, 5]);
});

test("sections follow the menu", () => {
  const mixed = [
    plan(1, "1.00", "vision"),
    plan(2, "2.00"),
    plan(3, "3.00", "zoo"),
    plan(4, "4.00", "vision"),
  ];
  expect(bySection(mixed, ["dental", "vision"]).map(([key, list]) => [key, ids(list)])).toEqual([
    ["dental", [2]],
    ["vision", [1, 4]],
    ["zoo", [3]],
  ]);
});

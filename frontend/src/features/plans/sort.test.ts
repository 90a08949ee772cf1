import { expect, test } from "vitest";
import type { PlanItem, Remedy } from "@/lib/shop/types";
import { partOf } from "@/testing/partOf";
import { bySection, foldedAfter, foldedIn, priceSpan, sortPlans, splitAwaiting, yearScale } from "./sort";

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

test("a section among others shows its best four, one by itself twenty, and a single plan is never folded", () => {
  expect([4, 5, 6, 14].map((count) => foldedAfter(count, 2))).toEqual([4, 5, 4, 4]);
  expect([14, 21, 22, 300].map((count) => foldedAfter(count, 1))).toEqual([14, 21, 20, 20]);
  const sections = bySection(
    [...Array(9)].map((_, pid) => plan(pid, "1.00", pid < 7 ? "dental" : "vision")),
    [],
  );
  expect(foldedIn(sections, [])).toBe(3);
  expect(foldedIn(sections, ["dental"])).toBe(0);
  expect(foldedIn(sections, ["all"])).toBe(0);
});

test("what is folded says what it costs", () => {
  expect(priceSpan(plans)).toEqual(["9.50", "104.85"]);
  expect(priceSpan([plan(1, null)])).toBeNull();
});

test("by yearly cost, plans whose year is not known come after the others, by price", () => {
  const year = (plan_id: number, total: string) => ({
    plan_id,
    plan_name: `Plan ${plan_id}`,
    price: "0.00",
    membership: "0.00",
    premium: "0.00",
    own: total,
    total,
  });
  const years = new Map([year(1, "900.00"), year(5, "1200.10")].map((each) => [each.plan_id, each]));
  expect(ids(sortPlans(plans, "year", years))).toEqual([1, 5, 3, 2, 4]);
  expect(ids(sortPlans(plans, "year"))).toEqual([3, 5, 1, 2, 4]);
  expect(ids(sortPlans(plans, "low", years))).toEqual([3, 5, 1, 2, 4]);
  expect(yearScale(plans, years, "1000.00")).toBe(120_010);
  expect(yearScale(plans, new Map(), "1000.00")).toBe(100_000);
});

test("plans that wait for the same few answers stand together, and stay there once they are priced", () => {
  const asks = (pid: number, action: "tobacco" | "tier") => ({
    ...plan(pid, null),
    error: { errorCode: "", message: "", fix: [], remedy: partOf<Remedy>({ action }) },
  });
  const list = [plan(1, "9.00"), asks(2, "tobacco"), asks(3, "tier"), asks(4, "tobacco")];
  const split = (plans: PlanItem[], held: number[] = []) => {
    const { rest, awaiting } = splitAwaiting(plans, held);
    return [ids(rest), ids(awaiting)];
  };
  expect(split(list)).toEqual([
    [1, 3],
    [2, 4],
  ]);
  expect(split(list.slice(0, 3))).toEqual([[1, 2, 3], []]);
  expect(split([plan(2, "5.00"), asks(3, "tier"), plan(4, "6.00")], [2, 4])).toEqual([
    [2, 3, 4],
    [2, 4],
  ]);
});

import { i18n } from "@lingui/core";
import { expect, test } from "vitest";
import type { PlanItem, Remedy } from "@/lib/shop/types";
import { partOf } from "@/testing/partOf";
import { FACET_KEYS } from "../chosen";
import { offers, pricesOf, waysOut } from "./counts";
import { FACETS, known, narrow } from "./facets";

interface Sample {
  pid: number;
  price?: string | null;
  category?: string;
  carrier?: string;
  name?: string;
  asks?: "tobacco" | "tier";
  deductible?: string | null;
  maximum?: string | null;
  crown?: number;
  braces?: "" | "child" | "everyone";
  anybody?: boolean;
  exam?: string;
  frames?: string;
  stated?: boolean;
}

const plan = (of: Sample): PlanItem =>
  partOf<PlanItem>({
    pid: of.pid,
    plan_name: of.name ?? `Plan ${of.pid}`,
    plan_category: of.category ?? "dental",
    category_label: "",
    carrier_name: of.carrier ?? "Halden Dental",
    plan_short_text: "Cuida la visión",
    badges: ["PPO"],
    facts: [{ label: "Major care", value: "50% after 6 months" }],
    recurring: of.price ?? null,
    error: of.asks
      ? { errorCode: "", message: "", fix: [], remedy: partOf<Remedy>({ action: of.asks }) }
      : null,
    highlights: {
      deductible: of.deductible === undefined ? "50.00" : of.deductible,
      annual_maximum: of.maximum === undefined ? "1500.00" : of.maximum,
      limits_stated: of.stated ?? true,
      waiting_months: of.crown === undefined ? {} : { major: of.crown },
      copays: of.exam ? { exam: of.exam } : {},
      allowances: of.frames ? { frames: of.frames } : {},
      orthodontia: of.braces ?? "",
      any_provider: of.anybody ?? true,
    },
  });

const plans = [
  plan({ pid: 1, price: "36.80", maximum: null, deductible: "0.00", crown: 0, anybody: false }),
  plan({ pid: 2, price: "106.74", crown: 6, braces: "child" }),
  plan({ pid: 3, price: "140.23", maximum: "2500.00", crown: 12, braces: "everyone" }),
  plan({ pid: 4, price: "62.40", maximum: "1000.00", deductible: null, carrier: "Brightwater" }),
  plan({ pid: 5, asks: "tobacco", carrier: "Tern Harbor", category: "term_life", stated: false }),
  plan({ pid: 6, asks: "tier", crown: 3 }),
  plan({ pid: 7, price: "12.69", category: "vision", exam: "10.00", frames: "130.00" }),
];
const ids = (list: PlanItem[]) => list.map((item) => item.pid);
const left = (chosen: Record<string, string>, search = "") => ids(narrow(plans, chosen, search));

test("a highest price keeps what costs less and what has no price yet only for want of an answer", () => {
  expect(left({ price: "62.40" })).toEqual([1, 4, 5, 7]);
  expect(left({ price: "62.39" })).toEqual([1, 5, 7]);
});

test("a facet of a category leaves the plans of others alone", () => {
  expect(left({ max: "2500" })).toEqual([1, 3, 5, 7]);
  expect(left({ max: "none" })).toEqual([1, 5, 7]);
  expect(left({ frames: "200" })).toEqual([1, 2, 3, 4, 5, 6]);
});

test("no deductible at all is the lowest one, and care that isn't covered is no short wait", () => {
  expect(left({ ded: "0" })).toEqual([1, 4, 5, 7]);
  expect(left({ wait: "6" })).toEqual([1, 2, 5, 6, 7]);
  expect(left({ braces: "child" })).toEqual([2, 3, 5, 7]);
  expect(left({ braces: "everyone", net: "any" })).toEqual([3, 5, 7]);
  expect(left({ net: "list" })).toEqual([1, 5, 7]);
  expect(left({ exam: "0" })).not.toContain(7);
});

test("a plan whose costs are words only fits no limit", () => {
  const words = [{ ...plan({ pid: 8, price: "9.00" }), highlights: null }];
  expect(narrow(words, { max: "1500" }, "")).toEqual([]);
  expect(narrow(words, { net: "list" }, "")).toEqual([]);
  expect(narrow(words, {}, "")).toEqual(words);
});

test("a search folds accents and capitals and wants each word", () => {
  expect(left({}, "VISION")).toHaveLength(7);
  expect(left({}, "brightwáter  ppo")).toEqual([4]);
  expect(left({}, "50% after")).toHaveLength(7);
  expect(left({}, "Brightwater, PPO")).toEqual([4]);
  expect(left({}, "brightwater zebra")).toEqual([]);
  expect(left({ carrier: "halden-dental" }, "plan 3")).toEqual([3]);
});

test("a search for braces finds the plans that the choice of braces keeps", () => {
  i18n.loadAndActivate({ locale: "en", messages: {} });
  expect(left({}, "braces")).toEqual([2, 3]);
});

test("only values that mean something are read from an address", () => {
  const address = { price: "150", max: "2500", wait: "7", braces: "dog", carrier: "halden-dental", ded: "" };
  expect(known(address, plans)).toEqual({ price: "150", max: "2500", carrier: "halden-dental" });
  expect(known({ price: "cheap" }, plans)).toEqual({});
  expect(known(address, plans.slice(6))).toEqual({ price: "150", carrier: "halden-dental" });
  expect(known({ carrier: "nosuch" }, plans)).toEqual({});
  const unpriced = plans.filter(({ recurring }) => !recurring);
  expect(known({ price: "150", max: "1500" }, unpriced)).toEqual({ max: "1500" });
  expect(FACETS.map(({ key }) => key)).toEqual(FACET_KEYS);
});

test("each choice says how many plans are left with it and everything else", () => {
  const by = (chosen: Record<string, string>) =>
    Object.fromEntries(
      offers(plans, chosen, "").map(({ key, options }) => [
        key,
        options.map(({ value, count }) => `${value} ${count}`),
      ]),
    );
  expect(by({})).toEqual({
    max: ["1500 4", "2500 2", "none 1"],
    ded: ["0 2"],
    wait: ["0 1", "6 3", "12 4"],
    braces: ["child 2", "everyone 1"],
    net: ["any 4", "list 1"],
    carrier: ["brightwater 1", "halden-dental 5", "tern-harbor 1"],
  });
  expect(by({ price: "110" }).max).toEqual(["1500 2", "2500 1", "none 1"]);
  expect(by({ max: "3000" }).max).toEqual(["1500 4", "2500 2", "3000 1", "none 1"]);
  expect(by({ max: "none" }).carrier).toEqual(["brightwater 0", "halden-dental 2", "tern-harbor 1"]);
});

test("the scale of prices is in round steps and every plan lies on it", () => {
  const scale = pricesOf(plans);
  expect(scale).toMatchObject({ least: 1269, most: 14_023, low: 10, high: 150, step: 10 });
  expect(scale?.bars.reduce((sum, bar) => sum + bar, 0)).toBe(5);
  expect(pricesOf(plans.slice(4, 6))).toBeNull();
  expect(pricesOf([plan({ pid: 1, price: "5.00" }), plan({ pid: 2, price: "5.00" })])).toBeNull();
});

test("where nothing fits, the ways out come with what they give", () => {
  expect(waysOut(plans.slice(0, 4), { price: "40", max: "2500", net: "any" }, "")).toEqual([
    { key: "price", count: 1 },
    { key: "net", count: 1 },
  ]);
  expect(waysOut(plans, { price: "40" }, "zebra")).toEqual([{ key: "q", count: 3 }]);
});

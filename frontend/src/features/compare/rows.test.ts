import { expect, test } from "vitest";
import type { PlanDetail } from "@/lib/shop/types";
import { benefitGroups, type Column, costRows, differs, factRows, type Words, waitingRows } from "./rows";

const WORDS: Words = {
  deductible: "Deductible",
  maximum: "Annual maximum",
  orthodontia: "Orthodontia maximum",
  outOfPocket: "Most you pay in a year",
  noDeductible: "None",
  noMaximum: "No limit",
  perPerson: (individual, family) => (family ? `${individual} / ${family}` : individual),
  waiting: (months) => `${months} months`,
  noWaiting: "None",
  allWaiting: "All covered care",
};

const share = (option: string, more: Partial<PlanDetail["cost_shares"][number]> = {}) => ({
  option,
  annual_maximum: null,
  deductible_family: null,
  deductible_individual: null,
  orthodontia_maximum: null,
  out_of_pocket_family: null,
  out_of_pocket_individual: null,
  ...more,
});
const service = (name: string, waiting_months: number | null, covered = true) =>
  ({ name, waiting_months, covered }) as PlanDetail["services"][number];

const column = (plan: Partial<PlanDetail> | null, option = ""): Column => ({
  id: 1,
  option,
  plan: plan && ({ benefits: {}, cost_shares: [], services: [], facts: [], ...plan } as PlanDetail),
});

const PPO = column(
  {
    benefits: {
      columns: ["In network", "Out of network"],
      rows: [
        { name: "Cleanings", note: "Preventive", values: ["100%", "80%"] },
        { name: "Crowns", note: "Major", values: ["50%", "40%"] },
      ],
    },
    facts: [
      { label: "Annual maximum", value: "$1,500" },
      { label: "Major care", value: "50% after 6 months" },
    ],
    cost_shares: [
      share("", { annual_maximum: "1500.00", deductible_individual: "50.00", deductible_family: "150.00" }),
      share("2500", { annual_maximum: "2500.00", deductible_individual: "50.00", deductible_family: null }),
    ],
    services: [service("Cleanings", 0), service("Crowns", 6), service("Braces", 12, false)],
  },
  "2500",
);
const PREVENTIVE = column({
  benefits: {
    columns: ["In network"],
    rows: [{ name: "Cleanings", note: "Preventive", values: ["100%"] }],
  },
  cost_shares: [share("", { deductible_individual: "0.00", deductible_family: "0.00" })],
  services: [service("Cleanings", 0)],
});
const VISION = column({
  benefits: { columns: ["You pay"], rows: [{ name: "Exam", note: "", values: ["$10"] }] },
});
const UNKNOWN = column(null);

test("benefits stand side by side under the name of their first column", () => {
  const groups = benefitGroups([PPO, PREVENTIVE, VISION, UNKNOWN]);
  expect(
    groups.map(({ title, rows }) => [title, rows.map((row) => [row.label, row.note, row.cells])]),
  ).toEqual([
    [
      "In network",
      [
        ["Cleanings", "Preventive", ["100%", "100%", null, null]],
        ["Crowns", "Major", ["50%", null, null, null]],
      ],
    ],
    ["You pay", [["Exam", "", [null, null, "$10", null]]]],
  ]);
});

test("figures are those of the chosen level, nothing is none, and lines nobody has are left out", () => {
  const rows = costRows([PPO, PREVENTIVE, VISION, UNKNOWN], WORDS);
  expect(rows.map((row) => [row.key, row.cells])).toEqual([
    ["deductible", ["$50.00", "None", null, null]],
    ["maximum", ["$2,500.00", "No limit", null, null]],
  ]);
  expect(costRows([{ ...PPO, option: "gone" }], WORDS)[0]?.cells).toEqual(["$50.00 / $150.00"]);
});

test("facts that a figure tells are not told twice", () => {
  expect(factRows([PPO, VISION], ["annual maximum "])).toEqual([
    { key: "fact/Major care", label: "Major care", note: "", cells: ["50% after 6 months", null] },
  ]);
});

test("waiting periods name the care that waits", () => {
  expect(waitingRows([PPO, PREVENTIVE], WORDS).map((row) => [row.label, row.cells])).toEqual([
    ["Crowns", ["6 months", null]],
  ]);
  expect(waitingRows([PREVENTIVE, VISION], WORDS).map((row) => [row.label, row.cells])).toEqual([
    ["All covered care", ["None", null]],
  ]);
  expect(waitingRows([VISION], WORDS)).toEqual([]);
});

test("vision plans limit each service instead of the year", () => {
  const eyes = column({
    plan_category: "vision",
    cost_shares: [share("", { deductible_individual: "0.00" })],
  });
  expect(costRows([eyes], WORDS).map((row) => [row.key, row.cells])).toEqual([["deductible", ["None"]]]);
});

test("a plan that is not sold here makes no difference", () => {
  expect(differs(["100%", "100% ", null], [PPO, PREVENTIVE, UNKNOWN])).toBe(false);
  expect(differs(["100%", null], [PPO, PREVENTIVE])).toBe(true);
});

import { expect, test } from "vitest";
import type { PlanItem, Remedy } from "@/lib/shop/types";
import { partOf } from "@/testing/partOf";
import { changesOf, missing, pricedBy } from "./answers";

const asks = (...actions: Remedy["action"][]): PlanItem[] =>
  actions.map((action) =>
    partOf<PlanItem>({ error: { errorCode: "", message: "", fix: [], remedy: partOf<Remedy>({ action }) } }),
  );

test("the answer that most plans wait for comes first, and what is typed says how many it may price", () => {
  const plans = asks("income", "tobacco", "tobacco", "tier");
  expect(missing(plans)).toEqual([
    { key: "tobacco", count: 2 },
    { key: "income", count: 1 },
  ]);
  expect(pricedBy(plans, { tobacco: "0" })).toBe(2);
  expect(pricedBy(plans, { tobacco: "0", income: "52000" })).toBe(3);
  expect(pricedBy(plans, { income: " ", hours: "40" })).toBe(0);
});

test("only what was answered goes to the server, an amount without its signs", () => {
  expect(changesOf({ tobacco: "0", income: "$52,000" })).toEqual({
    is_smoker: "0",
    annual_incode: "52000.00",
  });
  expect(changesOf({ hours: " 40 ", income: "" })).toEqual({ working_hours: "40" });
});

import { beforeEach, expect, test } from "vitest";
import { keepStep, stepLeft } from "./step-left";

beforeEach(() => localStorage.clear());

test("an application comes back to the step that it was left on for its cart", () => {
  keepStep("q1", "/enrollment/billing-information?return=review");
  expect(stepLeft("q1")).toBe("/enrollment/billing-information?return=review");
});

test("another application begins at its first step", () => {
  expect(stepLeft("q1")).toBeNull();
  keepStep("q1", "/enrollment/billing-information");
  expect(stepLeft("q2")).toBeNull();
});

test("no other page is led to", () => {
  keepStep("q1", "//elsewhere.example");
  expect(stepLeft("q1")).toBeNull();
});

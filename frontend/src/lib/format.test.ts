import { expect, test } from "vitest";
import { cents, fromCents, money, moneyDifference, planPath, slug } from "./format";

test.each([
  ["104.85", "$104.85"],
  ["1234.5", "$1,234.50"],
  ["1234567", "$1,234,567.00"],
  ["-0.81", "-$0.81"],
  ["+40.04", "+$40.04"],
  [5, "$5.00"],
  ["n/a", "n/a"],
])("money %s", (value, text) => {
  expect(money(value)).toBe(text);
});

test.each([
  ["3.71", "+$3.71"],
  ["+1040.5", "+$1,040.50"],
  ["-16.85", "-$16.85"],
  ["0.00", "$0.00"],
  ["+0.00", "$0.00"],
])("a difference of %s", (value, text) => {
  expect(moneyDifference(value)).toBe(text);
});

test("cents never pass through floats", () => {
  expect(cents("0.29") + cents("0.58")).toBe(87);
  expect(fromCents(cents("1,234.05".replace(",", "")))).toBe("1234.05");
  expect(fromCents(-81)).toBe("-0.81");
});

test("plan paths", () => {
  expect(slug("Brightwater Smile & Sight")).toBe("brightwater-smile-sight");
  expect(slug("Visión Básica")).toBe("vision-basica");
  expect(slug("***")).toBe("plan");
  expect(planPath(12, "Halden Dental PPO 1500")).toBe("/plan/12/halden-dental-ppo-1500");
});

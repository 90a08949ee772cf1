import { expect, test } from "vitest";
import { monthEnds } from "./lastDays";

test("the ends of months follow each other over the year and in leap years", () => {
  expect(monthEnds("11/23/2027", 4)).toEqual(["11/30/2027", "12/31/2027", "01/31/2028", "02/29/2028"]);
});

test("no day has no ends of months", () => {
  expect(monthEnds("", 2)).toEqual([]);
});

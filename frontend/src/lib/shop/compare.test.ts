import { expect, test } from "vitest";
import { comparePath, keepCompared, namedIds, planIds } from "./compare";

test("an address names plans once each, at most four, and nothing else", () => {
  expect(planIds("1002,1101,1002")).toEqual([1002, 1101]);
  expect(planIds("1,2,3,4,5")).toEqual([1, 2, 3, 4]);
  expect(namedIds("1,2,3,4,5,5")).toEqual([1, 2, 3, 4, 5]);
  expect(planIds("x,-3,0,1.5, 7 ,1e99,<b>")).toEqual([7]);
  expect(planIds("")).toEqual([]);
  expect(planIds(null)).toEqual([]);
});

test("the address of a comparison leads back to its plans", () => {
  expect(comparePath([1002, 1101])).toBe("/compare?plans=1002,1101");
});

test("the browser keeps plan ids and forgets an empty choice", () => {
  keepCompared([1002, 1101]);
  expect(localStorage.getItem("compare")).toBe("1002,1101");
  keepCompared([]);
  expect(localStorage.getItem("compare")).toBeNull();
});

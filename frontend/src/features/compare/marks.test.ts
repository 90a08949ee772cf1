import { expect, test } from "vitest";
import { placeOfBest } from "./marks";

test("the best of a row is marked, and a shared first place or a lone value is not", () => {
  expect(placeOfBest([106.74, 42.31, 150.87], "low")).toBe(1);
  expect(placeOfBest([1500, Infinity, 3000], "high")).toBe(1);
  expect(placeOfBest([0, 0, 40], "low")).toBeNull();
  expect(placeOfBest([50, 50], "low")).toBeNull();
  expect(placeOfBest([null, 12], "low")).toBeNull();
  expect(placeOfBest([null, 12, 6], "low")).toBe(2);
  expect(placeOfBest([1, 2], undefined)).toBeNull();
});

import { expect, test } from "vitest";
import { pagerItems } from "./Table";

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 23, [1, 2, 3, null, 23]],
  [2, 23, [1, 2, 3, null, 23]],
  [4, 23, [1, null, 3, 4, 5, null, 23]],
  [12, 23, [1, null, 11, 12, 13, null, 23]],
  [23, 23, [1, null, 21, 22, 23]],
  [2, 2, [1, 2]],
])("page %i of %i", (page, pages, items) => {
  expect(pagerItems(page, pages)).toEqual(items);
});

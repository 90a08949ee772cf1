import { expect, test } from "vitest";
import { localHours } from "./bootstrap";

test("the days of support hours are said in the reader's language", () => {
  expect(localHours("Mon-Fri 8am-8pm ET", "en")).toBe("Mon-Fri 8am-8pm ET");
  expect(localHours("Mon-Fri 8am-8pm ET", "es")).toBe("lun-vie 8am-8pm ET");
  expect(localHours("Monday, Sun 9am", "es")).toBe("Monday, dom 9am");
});

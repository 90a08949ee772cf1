import { expect, test } from "vitest";
import { MONTHS, monthName } from "./months";

test("month 1 is the month of the start, in any time zone", () => {
  expect(monthName("12/01/2026", 1, "en")).toBe("Dec 2026");
  expect(monthName("12/01/2026", 2, "en")).toBe("Jan 2027");
  expect(monthName("12/01/2026", 12, "es")).toBe("nov 2027");
});

test("a year has twelve months", () => expect(MONTHS).toHaveLength(12));

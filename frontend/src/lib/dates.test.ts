import { expect, test } from "vitest";
import { ageOn, formatMoment, normaliseDate, parseDay, toIso } from "./dates";

test.each([
  ["04/17/1989", "04/17/1989"],
  ["4/1/1980", "04/01/1980"],
  ["04-01-1980", "04/01/1980"],
  ["4.1.1980", "04/01/1980"],
  ["04011980", "04/01/1980"],
  ["1980-04-01", "04/01/1980"],
  ["02/30/1980", "02/30/1980"],
  ["02/29/2000", "02/29/2000"],
  ["4122020", "4122020"],
  ["13/01/1980", "13/01/1980"],
  [" soon ", "soon"],
])("normalises %s", (typed, shown) => {
  expect(normaliseDate(typed)).toBe(shown);
});

test.each(["02/29/1999", "00/10/1980", "4122020", "04/17/89", ""])("%s is no date", (typed) => {
  expect(parseDay(typed)).toBeNull();
});

test("age turns on the birthday", () => {
  const born = { year: 2008, month: 11, day: 22 };
  expect(ageOn(born, { year: 2026, month: 11, day: 21 })).toBe(17);
  expect(ageOn(born, { year: 2026, month: 11, day: 22 })).toBe(18);
  expect(ageOn({ year: 2008, month: 2, day: 29 }, { year: 2026, month: 2, day: 28 })).toBe(17);
});

test("ISO text", () => {
  expect(toIso({ year: 1989, month: 4, day: 7 })).toBe("1989-04-07");
});

test("a moment is a day of the product's format in both languages, with the time", () => {
  const noon = new Date(2026, 10, 8, 12, 5);
  expect(formatMoment(noon, "en")).toMatch(/^11\/08\/2026, 12:05\sPM$/);
  expect(formatMoment(noon, "es")).toMatch(/^11\/08\/2026, 12:05\sp\.\s?m\.$/);
});

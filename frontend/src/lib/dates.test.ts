import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ageOn, formatMoment, normaliseDate, parseDay, today, toIso } from "./dates";
import cases from "./dates.cases.json";

const pairs = (rows: (string | null)[][]) => rows as [string, string | null][];
const written = (text: string, latest?: ReturnType<typeof today>) => {
  const day = parseDay(text, latest);
  return day && toIso(day);
};

beforeAll(() => void vi.useFakeTimers({ now: new Date(`${cases.today}T12:00:00`) }));
afterAll(() => void vi.useRealTimers());

test.each(pairs(cases.reads))("reads %j as %s", (text, day) => {
  expect(written(text)).toBe(day);
  expect(written(text, today())).toBe(day);
});

test.each(pairs(cases.births))("reads the birth date %s as %s", (text, day) => {
  expect(written(text, today())).toBe(day);
});

test.each(pairs(cases.others))("reads another date %s as %s", (text, day) => {
  expect(written(text)).toBe(day);
});

test("text that is no date stays", () => {
  expect(normaliseDate(" soon ")).toBe("soon");
  expect(normaliseDate("02/30/1980")).toBe("02/30/1980");
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

/** What a date field shows while a person types, key by key, and once it is left. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Day, formatDay, today, toIso } from "./dates";
import { maskDate, normaliseTyped, readDay, settleDate } from "./typedDates";
import cases from "./typedDates.cases.json";

const pairs = (rows: (string | null)[][]) => rows as [string, string | null][];
const written = (text: string, latest?: ReturnType<typeof today>) => {
  const day = readDay(text, latest);
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
  expect(normaliseTyped(" soon ")).toBe("soon");
  expect(normaliseTyped("02/30/1980")).toBe("02/30/1980");
});

const press = (keys: string, clamps = false): string =>
  [...keys].reduce((text, key) => maskDate(text + key, clamps).text, "");

test.each([
  ["04171989", "04/17/1989"],
  ["04/17/1989", "04/17/1989"],
  ["04-17-1989", "04/17/1989"],
  ["04.17.1989", "04/17/1989"],
  ["04 17 1989", "04/17/1989"],
  ["04 / 17 / 1989", "04/17/1989"],
  ["4/17/1989", "04/17/1989"],
  ["4171989", "04/17/1989"],
  ["1/1/1980", "01/01/1980"],
  ["12/3/1980", "12/03/1980"],
  ["4/17/89", "04/17/89"],
  ["17/04/1989", "17/04/1989"],
  ["04/45/1989", "04/45/1989"],
  ["31/12/1989", "31/12/1989"],
  ["04/39/1989", "04/39/1989"],
  ["171989", "01/07/1989"],
  ["1989-04-17", "1989-04-17"],
  ["19890417", "19890417"],
  ["April 17, 1989", "April 17, 1989"],
  ["1", "1"],
  ["4", "4"],
  ["41", "41"],
  ["417", "04/17/"],
  ["10", "10/"],
  ["10/3", "10/3"],
  ["04/17/19895", "04/17/1989"],
])("the keys %s show %s", (keys, shown) => {
  expect(press(keys)).toBe(shown);
});

test.each([
  ["13/05/2010", "01/05/2010"],
  ["00/05/2010", "01/05/2010"],
  ["04/32/2010", "04/01/2010"],
  ["04/00/2010", "04/01/2010"],
  ["19/05/2010", "01/05/2010"],
  ["02301980", "02/30/1980"],
  ["1980-04-01", "1980-04-01"],
  ["041", "04/1"],
])("a field that clamps shows for the keys %s %s", (keys, shown) => {
  expect(press(keys, true)).toBe(shown);
});

test("a field that clamps says what it replaced", () => {
  expect(maskDate("13", true)).toEqual({ text: "01/", replaced: { part: "month", given: "13" } });
  expect(maskDate("04/39", true)).toEqual({ text: "04/01/", replaced: { part: "day", given: "39" } });
  expect(maskDate("04/09", true)).toEqual({ text: "04/09/", replaced: null });
});

test.each([
  ["4/1/1980", "04/01/1980", false],
  ["17/04/1989", "17/04/1989", false],
  ["13/45/1980", "01/01/1980", true],
  ["13011980", "01/01/1980", true],
  ["1980-04-01", "04/01/1980", true],
  ["02/30/1980", "02/30/1980", true],
  ["04/17", "04/17", true],
  [" soon ", "soon", true],
])("%s is left as %s", (text, shown, clamps) => {
  expect(settleDate(text, clamps).text).toBe(shown);
});

const NAMES = "January February March April May June July August September October November December".split(
  " ",
);
const pad = (value: number) => String(value).padStart(2, "0");
const SPELLINGS: Record<string, (day: Day) => string> = {
  digits: ({ year, month, day }) => `${pad(month)}${pad(day)}${year}`,
  slashes: ({ year, month, day }) => `${pad(month)}/${pad(day)}/${year}`,
  dashes: ({ year, month, day }) => `${pad(month)}-${pad(day)}-${year}`,
  dots: ({ year, month, day }) => `${month}.${day}.${year}`,
  blanks: ({ year, month, day }) => `${month} ${day} ${year}`,
  short: ({ year, month, day }) => `${month}/${day}/${year}`,
  "two digits": ({ year, month, day }) => `${month}/${day}/${pad(year % 100)}`,
  ISO: ({ year, month, day }) => `${year}-${pad(month)}-${pad(day)}`,
  "year first": ({ year, month, day }) => `${year}/${month}/${day}`,
  words: ({ year, month, day }) => `${NAMES[month - 1]} ${day}, ${year}`,
  "day in front": ({ year, month, day }) => `${day} ${NAMES[month - 1]} ${year}`,
};

/** Every day of common and leap years, and the ends of the centuries. */
function everyDay(): Day[] {
  return [1927, 1989, 2000, 2024, 2026].flatMap((year) =>
    Array.from({ length: 365 + Number(year % 4 === 0) }, (_, index) => {
      const date = new Date(Date.UTC(year, 0, index + 1));
      return { year, month: date.getUTCMonth() + 1, day: date.getUTCDate() };
    }),
  );
}

const LAST: Day = { year: 2026, month: 12, day: 31 };

test.each(Object.entries(SPELLINGS))("any day typed in %s gives that day", (name, write) => {
  for (const day of everyDay())
    for (const clamps of name === "day in front" ? [false] : [false, true]) {
      const keys = write(day);
      expect([keys, settleDate(press(keys, clamps), clamps, LAST).text]).toEqual([keys, formatDay(day)]);
    }
});

test.each(Object.entries(SPELLINGS))("taken back and typed again in %s it is the same", (_name, write) => {
  for (const day of everyDay().filter((_day, index) => index % 17 === 0)) {
    const shown = press(write(day));
    for (let cut = 0; cut < shown.length; cut++) {
      const again = [...shown.slice(cut)].reduce(
        (text, key) => maskDate(text + key).text,
        shown.slice(0, cut),
      );
      expect([shown, cut, settleDate(again, false, LAST).text]).toEqual([shown, cut, formatDay(day)]);
    }
  }
});

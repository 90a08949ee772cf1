import { expect, test } from "vitest";
import { capPhone, masks, phoneMask, plainNumber, readDollars, ssnMask, zipMask } from "./masks";
import cases from "./typedNumbers.cases.json";

test.each([
  ["6145550148", "(614) 555-0148", "6145550148"],
  ["+1 614-555-0148", "(614) 555-0148", "6145550148"],
  ["(614) 555-0148", "(614) 555-0148", "6145550148"],
  ["1 614 555 0148", "(614) 555-0148", "6145550148"],
  [" 614555 ", "614555", "614555"],
  ["61455501480", "61455501480", "61455501480"],
])("phone %s", (typed, shown, sent) => {
  expect(phoneMask.format(typed)).toBe(shown);
  expect(phoneMask.parse(typed)).toBe(sent);
});

test.each([
  ["123456789", "123-45-6789", "123456789"],
  ["123-45-6789", "123-45-6789", "123456789"],
  ["123 45 6789", "123-45-6789", "123456789"],
  ["12345678901", "12345678901", "12345678901"],
  ["1234", "1234", "1234"],
])("social security number %s", (typed, shown, sent) => {
  expect(ssnMask.format(typed)).toBe(shown);
  expect(ssnMask.parse(typed)).toBe(sent);
});

test.each([
  ["43215", "43215"],
  ["43215-1234", "43215"],
  ["432151234", "43215"],
  [" 4321 ", "4321"],
  ["4321a", "4321a"],
])("zip %s", (typed, shown) => {
  expect(zipMask.format(typed)).toBe(shown);
});

test.each([
  ["61455501481234", "6145550148"],
  ["(614) 555-0148 ext", "(614) 555-0148 ext"],
  ["(614) 555-01489", "(614) 555-0148"],
  ["1 614 555 01489", "1 614 555 0148"],
])("of %s a phone takes its ten digits", (typed, kept) => expect(capPhone(typed)).toBe(kept));

test.each(cases.dollars as [string, string | null][])("reads the amount %j as %s", (text, amount) => {
  expect(readDollars(text)).toBe(amount);
});

test.each(cases.numbers as [string, string, string][])("reads %j in %j as %j", (text, unit, number) => {
  expect(plainNumber(text, unit)).toBe(number);
});

test.each([
  ["52000", "$52,000"],
  ["1234.5", "$1,234.50"],
  ["$52,000", "$52,000"],
  [" 52k ", "52k"],
])("an amount typed as %j is shown as %j", (typed, shown) => {
  expect(masks.dollars.format(typed)).toBe(shown);
  expect(masks.dollars.format(shown)).toBe(shown);
});

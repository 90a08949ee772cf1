import { expect, test } from "vitest";
import { explainDate, swapDate } from "./DateHelp";

test.each([
  ["17/04/1989", "17 isn't a valid month. Enter the month first.", "04/17/1989"],
  ["45/45/1989", "45 isn't a valid month. Enter the month first.", null],
  ["04/31/1989", "April 1989 has 30 days. Check the day.", null],
  ["02/29/1989", "February 1989 has 28 days. Check the day.", null],
  ["12/31/1899", "Enter a year from 1900 on.", null],
  ["next Tuesday", null, null],
  ["04/17/1989", null, null],
])("%s is explained, and what may be meant is offered", (text, words, meant) => {
  expect(explainDate(text)).toBe(words);
  expect(swapDate(text)).toBe(meant);
});

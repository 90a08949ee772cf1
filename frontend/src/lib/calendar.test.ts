import { expect, test } from "vitest";
import { dayEvent } from "./calendar";

test("a day is an all-day event, with its title escaped", () => {
  const lines = dayEvent("01/05/2027", "Dental, vision; start", "coverage-7").split("\r\n");
  expect(lines).toContain("DTSTART;VALUE=DATE:20270105");
  expect(lines).toContain("SUMMARY:Dental\\, vision\\; start");
});

test("no day is no event", () => {
  expect(dayEvent("soon", "Dental", "coverage-7")).toBe("");
});

import { expect, test } from "vitest";
import { checkQuote, EMPTY_QUOTE, type QuoteValues } from "./filter";
import { quoteMessage } from "./labels";

const GOOD = { zip: "43215", dob: "04/17/1989", gender: "1", tier: "IO" };

function problemsOf(change: Partial<QuoteValues>, place: "panel" | "banner" = "panel") {
  const kinds = Object.entries(checkQuote({ ...GOOD, ...change }));
  return Object.fromEntries(kinds.map(([field, kind]) => [field, quoteMessage(kind, place).message]));
}

test("four good answers have nothing to say", () => expect(problemsOf({})).toEqual({}));

test("each of the four is required", () => {
  const text = "Field is required";
  expect(problemsOf(EMPTY_QUOTE)).toEqual({ zip: text, dob: text, gender: text, tier: text });
});

test.each(["4321", "432155", "4321a", " 4321"])(
  "%j is no zip code; the banner has words of its own",
  (zip) => {
    expect(problemsOf({ zip })).toEqual({ zip: "Enter 5 digit zip code." });
    expect(problemsOf({ zip }, "banner")).toEqual({ zip: "Invalid Zip code" });
  },
);

test("shoppers are adults", () => {
  const day = new Date();
  const born = (years: number, shift: number) =>
    new Date(day.getFullYear() - years, day.getMonth(), day.getDate() + shift).toLocaleDateString("en-US", {
      month: "2-digit",
      day: "2-digit",
      year: "numeric",
    });
  expect(problemsOf({ dob: born(18, 1) })).toEqual({ dob: "You must be 18 years to proceed" });
  expect(problemsOf({ dob: born(18, 0) })).toEqual({});
});

test("a birth date is a day of the calendar", () => {
  const wrong = { dob: "Enter a date as mm/dd/yyyy" };
  for (const dob of ["17/04/1989", "04/31/1989", "soon", "04/17"]) expect(problemsOf({ dob })).toEqual(wrong);
  for (const dob of ["04/17/1989", "1989-04-17"]) expect(problemsOf({ dob })).toEqual({});
});

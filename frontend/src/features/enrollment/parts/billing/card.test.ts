import { describe, expect, it } from "vitest";
import { brandOf, caretAfter, codeProblem, grouped, isOver, numberProblem } from "./card";

describe("grouping", () => {
  it("follows the card", () => {
    expect(grouped("4242424242424242")).toBe("4242 4242 4242 4242");
    expect(grouped("4242-4242-42")).toBe("4242 4242 42");
    expect(grouped("378282246310005")).toBe("3782 822463 10005");
    expect(grouped("3056930009020004")).toBe("3056 930009 020004");
    expect(grouped("4242x")).toBe("4242x");
  });

  it("leaves the cursor behind the digit it stood behind", () => {
    expect(caretAfter("42424", 5, "4242 4")).toBe(6);
    expect(caretAfter("4242 94242 42", 6, grouped("4242 94242 42"))).toBe(6);
    expect(caretAfter("4242242 42", 4, grouped("4242242 42"))).toBe(4);
    expect(caretAfter(" 4242", 0, "4242")).toBe(0);
  });
});

describe("what can be right", () => {
  it("knows brands by their first digits", () => {
    const names = ["4", "55", "2223", "2720", "2721", "34", "6011", "36", "3528", "9"].map(
      (number) => brandOf(number)?.name,
    );
    expect(names).toEqual([
      "Visa",
      "Mastercard",
      "Mastercard",
      "Mastercard",
      undefined,
      "American Express",
      "Discover",
      "Diners Club",
      "JCB",
      undefined,
    ]);
  });

  it("checks number, code and expiration", () => {
    expect(numberProblem("4242 4242 4242 4242")).toBeNull();
    expect(numberProblem("4242 4242 4242")).toBe("length");
    expect(numberProblem("42424242424242")).toBe("brandLength");
    expect(numberProblem("4242424242424241")).toBe("wrong");
    expect(codeProblem("12", "4242")).toBe("length");
    expect(codeProblem("123", "3782 82")).toBe("brandLength");
    expect(codeProblem("1234", "3782 82")).toBeNull();
    expect(isOver("11", "2026", { year: 2026, month: 11 })).toBe(false);
    expect(isOver("10", "2026", { year: 2026, month: 11 })).toBe(true);
  });
});

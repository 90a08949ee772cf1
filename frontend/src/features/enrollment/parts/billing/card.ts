/** A card's digits: how they are grouped, whose they are, and whether they can be right. The server has the last word. */
import { digits } from "@/lib/masks";

interface Brand {
  name: string;
  starts: RegExp;
  lengths: number[];
  /** Digits of the security code. */
  code: number;
  groups: number[];
}

const FOURS = [4, 4, 4, 4, 4, 4, 4];

const BRANDS: Brand[] = [
  { name: "American Express", starts: /^3[47]/, lengths: [15], code: 4, groups: [4, 6, 5] },
  {
    name: "Mastercard",
    starts: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    code: 3,
    groups: FOURS,
  },
  { name: "Discover", starts: /^(6011|64[4-9]|65)/, lengths: [16, 17, 18, 19], code: 3, groups: FOURS },
  {
    name: "Diners Club",
    starts: /^3(0[0-5]|[689])/,
    lengths: [14, 15, 16, 17, 18, 19],
    code: 3,
    groups: [4, 6, 4],
  },
  { name: "JCB", starts: /^35(2[89]|[3-8])/, lengths: [16, 17, 18, 19], code: 3, groups: FOURS },
  { name: "Visa", starts: /^4/, lengths: [13, 16, 19], code: 3, groups: FOURS },
];

export const brandOf = (number: string): Brand | undefined =>
  BRANDS.find((brand) => brand.starts.test(digits(number)));

/** The digits in the groups that stand on the card. What is no card number stays as it was typed. */
export function grouped(text: string): string {
  if (/[^\d\s-]/.test(text)) return text;
  const number = digits(text);
  const parts: string[] = [];
  let at = 0;
  for (const size of brandOf(number)?.groups ?? FOURS) {
    if (at >= number.length) break;
    parts.push(number.slice(at, at + size));
    at += size;
  }
  const rest = number.slice(at);
  return parts.join(" ") + rest;
}

/** Return the cursor's place in `after` when it was at `caret` in `before`: after the same digit. */
export function caretAfter(before: string, caret: number, after: string): number {
  const passed = digits(before.slice(0, caret)).length;
  if (passed === 0) return 0;
  let digitsBefore = 0;
  for (let index = 0; index < after.length; index++) {
    if (/\d/.test(after.charAt(index)) && ++digitsBefore === passed) return index + 1;
  }
  return after.length;
}

export function luhn(number: string): boolean {
  let sum = 0;
  for (let index = 0; index < number.length; index++) {
    const digit = Number(number.charAt(number.length - 1 - index));
    sum += index % 2 ? (digit * 2 > 9 ? digit * 2 - 9 : digit * 2) : digit;
  }
  return sum % 10 === 0;
}

export type NumberProblem = "length" | "brandLength" | "wrong";

export function numberProblem(text: string): NumberProblem | null {
  const number = text.replace(/[\s-]/g, "");
  if (!/^\d{13,25}$/.test(number)) return "length";
  const brand = brandOf(number);
  if (brand && !brand.lengths.includes(number.length)) return "brandLength";
  return luhn(number) ? null : "wrong";
}

export type CodeProblem = "length" | "brandLength";

export function codeProblem(code: string, number: string): CodeProblem | null {
  if (!/^\d{3,4}$/.test(code)) return "length";
  const brand = brandOf(number);
  return brand && code.length !== brand.code ? "brandLength" : null;
}

/** A card is good through the last day of its month. */
export const isOver = (month: string, year: string, today: { year: number; month: number }): boolean =>
  Number(year) * 12 + Number(month) < today.year * 12 + today.month;

/** A date while it is typed: month and day of two digits, of which only possible ones stay. */
import { normaliseDate } from "@/lib/dates";

export interface Replaced {
  part: "month" | "day";
  given: string;
}

export interface Masked {
  text: string;
  /** What is no month or day, and became 01. */
  replaced: Replaced | null;
}

const PARTS = [
  { part: "month", most: 12 },
  { part: "day", most: 31 },
] as const;

/**
 * Puts the slashes, pads a digit that can't begin another number, and makes 01 of a month or day that doesn't exist.
 * A date with its year first, and what is no date, stay as they are.
 */
export function maskDate(typed: string): Masked {
  const plain = typed.replace(/[-. ]/g, "/");
  if (!/^[\d/]+$/.test(plain) || /^\d{4}[-. ]/.test(typed)) return { text: typed, replaced: null };
  let [text, rest]: [string, string] = ["", plain];
  let replaced: Replaced | null = null;
  for (const { part, most } of PARTS) {
    const [, digits = "", slash = "", tail = ""] = /^\/*(\d{0,2})(\/*)(.*)$/.exec(rest) ?? [];
    const whole = slash || tail || digits.length === 2 || Number(digits) * 10 > most;
    if (!digits || !whole) return { text: text + digits, replaced };
    const fits = Number(digits) >= 1 && Number(digits) <= most;
    if (!fits) replaced = { part, given: digits };
    text += `${fits ? digits.padStart(2, "0") : "01"}/`;
    rest = tail;
  }
  return { text: text + rest.replace(/\//g, "").slice(0, 4), replaced };
}

/** What was pasted or filled in, once the field is left. What can't be read stays for the form to name. */
export function settleDate(typed: string): Masked {
  const text = normaliseDate(typed);
  const complete = /^\d{1,2}[/\-. ]\d{1,2}[/\-. ]\d{4}$|^\d{8}$/.test(text);
  return complete ? maskDate(text) : { text, replaced: null };
}

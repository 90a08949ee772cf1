import { fold } from "./fold";
import { dollars } from "./format";

/**
 * Formatting on blur, tolerant parsing. A mask never drops a digit silently: a value it does not understand
 * comes back as typed, so that validation can name the problem.
 */
export const digits = (text: string): string => text.replace(/\D/g, "");

export interface Mask {
  /** What the visitor sees once the field loses focus. */
  format: (text: string) => string;
  /** What is sent: digits only where the value is complete. */
  parse: (text: string) => string;
  inputMode: "decimal" | "numeric" | "tel";
  maxLength: number;
  /** Whether another key may be taken: no more digits than the number has. */
  fits: (text: string) => boolean;
}

function nationalPhone(text: string): string | null {
  const all = digits(text);
  if (all.length === 10) return all;
  if (all.length === 11 && all.startsWith("1")) return all.slice(1);
  return null;
}

/** What may be typed of a phone: ten digits, with a country code eleven. */
export function capPhone(text: string): string {
  let room = digits(text).startsWith("1") ? 11 : 10;
  const end = [...text].findIndex((sign) => /\d/.test(sign) && room-- === 0);
  return end < 0 ? text : text.slice(0, end);
}

export const phoneMask: Mask = {
  format: (text) => {
    const phone = nationalPhone(text);
    return phone ? `(${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}` : text.trim();
  },
  parse: (text) => nationalPhone(text) ?? text.trim(),
  inputMode: "tel",
  maxLength: 20,
  fits: (text) => digits(text).length <= (digits(text).startsWith("1") ? 11 : 10),
};

export const ssnMask: Mask = {
  format: (text) => {
    const ssn = digits(text);
    return ssn.length === 9 ? `${ssn.slice(0, 3)}-${ssn.slice(3, 5)}-${ssn.slice(5)}` : text.trim();
  },
  parse: (text) => {
    const ssn = digits(text);
    return ssn.length === 9 ? ssn : text.trim();
  },
  inputMode: "numeric",
  maxLength: 13,
  fits: (text) => digits(text).length <= 9,
};

/** Five digits; a pasted zip+4 keeps its first five. */
export const zipMask: Mask = {
  format: (text) => {
    const zip = digits(text);
    return zip.length === 5 || zip.length === 9 ? zip.slice(0, 5) : text.trim();
  },
  parse: (text) => zipMask.format(text),
  inputMode: "numeric",
  maxLength: 10,
  fits: (text) => digits(text).length <= 9,
};

const GROUPED = "\\d{1,3}(?:,\\d{3})+|\\d+";
const DOLLARS = new RegExp(`^\\$? ?(${GROUPED}|)(\\.\\d{1,2}|\\.|)$`);
/** Each unit of a field as people write it. */
const UNITS: Record<string, string> = {
  "%": "%|percent|por ciento",
  lb: "lbs?\\.?|pounds?|libras?",
  ft: "ft\\.?|foot|feet|pies?|['’′]",
  in: 'in\\.?|inch(?:es)?|pulgadas?|["”″]',
  hours: "h|hrs?\\.?|hours?|horas?",
};

/** "$1,234.5" -> "1234.50", as the server's `dollars`; both are tested with `typedNumbers.cases.json`. */
export function readDollars(text: string): string | null {
  const [typed, whole = "", part = ""] = DOLLARS.exec(fold(text)) ?? [];
  if (!digits(typed ?? "")) return null;
  return `${whole.replace(/,/g, "").replace(/^0+(?=\d)/, "") || "0"}.${part.slice(1).padEnd(2, "0")}`;
}

/** "150 lbs" -> "150", as the server's `plain_number`. Other text comes back folded, for the checks to name. */
export function plainNumber(text: string, unit = ""): string {
  const typed = fold(text);
  const form = new RegExp(`^(${GROUPED})(?:\\.0*)?(?: ?(?:${UNITS[unit] ?? ""}))?$`, "i");
  const whole = form.exec(typed)?.[1];
  return whole === undefined ? typed : whole.replace(/,/g, "").replace(/^0+(?=\d)/, "");
}

/** Points and commas are taken wherever they are typed: one that was refused would make 405 of 40.5. */
const dollarsMask: Mask = {
  format: (text) => {
    const amount = readDollars(text);
    return amount ? dollars(amount) : text.trim();
  },
  parse: (text) => readDollars(text) ?? text.trim(),
  inputMode: "decimal",
  maxLength: 20,
  fits: (text) => /^\s*\$?[\d\s,.]*$/.test(text) && digits(text).length <= 12,
};

/** Hours of a week. */
const hoursMask: Mask = {
  format: (text) => plainNumber(text, "hours"),
  parse: (text) => plainNumber(text, "hours"),
  inputMode: "numeric",
  maxLength: 12,
  fits: (text) => /^[\d\s,.]*$/.test(text) && digits(text).length <= 4,
};

export const masks = {
  phone: phoneMask,
  ssn: ssnMask,
  zip: zipMask,
  dollars: dollarsMask,
  hours: hoursMask,
} as const;
export type MaskName = keyof typeof masks;

/** Display of a phone the server sent in any form. */
export const formatPhone = (text: string): string => phoneMask.format(text);

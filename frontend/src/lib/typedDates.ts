/** Dates as people type and paste them, for the date field. The rest of the store has them as mm/dd/yyyy. */
import { compareDays, type Day, daysInMonth, formatDay, today } from "./dates";
import { fold } from "./fold";

export const EARLIEST_YEAR = 1900;
const YEARS_AHEAD = 20;

/** Of a text that has the form of a date, which may still be no day of the calendar. */
export interface Parts {
  year: string;
  month: number;
  day: number;
}

const TIME = /[ T]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[AP]M)?Z?$/i;
const FORMS = [
  /^(?<month>\d{1,2})[/.\- ](?<day>\d{1,2})[/.\- ](?<year>\d{4}|\d{2})$/,
  /^(?<year>\d{4})[/.-](?<month>\d{1,2})[/.-](?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})(?:st|nd|rd|th)?(?: de |[ .\-/]*)(?<word>[a-z]{3,})\.?(?: de |[ ,.\-/]*)(?<year>\d{4}|\d{2})$/,
  /^(?<word>[a-z]{3,})[ .\-/]*(?<day>\d{1,2})(?:st|nd|rd|th)?[ ,.\-/]+(?<year>\d{4}|\d{2})$/,
  /^(?<year>(?:19|20)\d{2})(?<month>\d{2})(?<day>\d{2})$/,
  /^(?<month>\d{1,2})(?<day>\d{2})(?<year>\d{4})$/,
];
const MONTHS =
  "january,enero february,febrero march,marzo april,abril may,mayo june,junio july,julio august,agosto september,septiembre,setiembre october,octubre november,noviembre december,diciembre";
const NAMES = MONTHS.split(" ").map((names) => names.split(","));

const monthNamed = (word: string): number =>
  NAMES.findIndex((names) => names.some((name) => name.startsWith(word))) + 1;

/** The mirror of `kernel/text/dates.py`; both are tested with `typedDates.cases.json`. */
export function splitDate(text: string): Parts | null {
  const plain = fold(text).replace(TIME, "").toLowerCase();
  const parts = FORMS.map((form) => form.exec(plain)?.groups).find(Boolean);
  if (!parts) return null;
  const month = parts.word ? monthNamed(parts.word) : Number(parts.month);
  if (parts.word && !month) return null;
  return { year: parts.year ?? "", month, day: Number(parts.day) };
}

function validDay(year: number, { month, day }: Parts): Day | null {
  const exists = month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  return exists && year >= EARLIEST_YEAR ? { year, month, day } : null;
}

/**
 * The day since 1900 that a text names. A year of two digits is the last one whose day is not after `latest`, which is
 * the end of the twentieth year from now where a field has no last day.
 */
export function readDay(text: string, latest?: Day): Day | null {
  const parts = splitDate(text);
  if (!parts) return null;
  if (parts.year.length === 4) return validDay(Number(parts.year), parts);
  const last = latest ?? { year: today().year + YEARS_AHEAD, month: 12, day: 31 };
  for (let century = last.year - (last.year % 100); century >= EARLIEST_YEAR; century -= 100) {
    const day = validDay(century + Number(parts.year), parts);
    if (day && compareDays(day, last) <= 0) return day;
  }
  return null;
}

/** A typed date as mm/dd/yyyy; text that is no date comes back unchanged. */
export function normaliseTyped(text: string, latest?: Day): string {
  const day = readDay(text, latest);
  return day ? formatDay(day) : text.trim();
}

export interface Masked {
  text: string;
  /** What is no month or day, and became 01. */
  replaced: { part: "month" | "day"; given: string } | null;
}

const PARTS = [
  { part: "month", most: 12 },
  { part: "day", most: 31 },
] as const;

/**
 * A date while it is typed at its end: slashes are added, separators count as slashes, and a month or day that ends with
 * its first digit gets its zero. What isn't written in this order (year first, day first, words) stays as it is.
 * A field that `clamps` makes 01 of a month or day that doesn't exist.
 */
export function maskDate(typed: string, clamps = false): Masked {
  let [text, rest]: [string, string] = ["", typed];
  let replaced: Masked["replaced"] = null;
  if (/^(19|20)($|\d)/.test(typed) || /[^\d/\-. ]/.test(typed)) return { text: typed, replaced };
  for (const { part, most } of PARTS) {
    const { digits, mark, tail } = nextPart(rest, most, clamps);
    if (!digits || (!mark && !tail && digits.length < 2)) return { text: text + digits, replaced };
    const isComplete = Number(digits) <= most && (Number(digits) > 0 || !clamps);
    const waits = !mark && !tail && Number(digits[0]) * 10 > most;
    if (!isComplete && (!clamps || waits)) return { text: mark ? typed : text + digits, replaced };
    if (!isComplete) replaced = { part, given: digits };
    text += `${isComplete ? digits.padStart(2, "0") : "01"}/`;
    rest = tail;
  }
  return { text: text + rest.replace(/\D/g, "").slice(0, 4), replaced };
}

/** The digits of the next month or day, the separators behind them, and the rest. */
function nextPart(rest: string, most: number, clamps: boolean) {
  const [, digits = "", mark = "", tail = ""] = /^[/\-. ]*(\d{0,2})([/\-. ]*)(.*)$/.exec(rest) ?? [];
  const [first = "", second = ""] = digits;
  const ends = Number(digits) > most && !mark && tail && (!clamps || Number(first) * 10 > most);
  return ends ? { digits: first, mark, tail: second + tail } : { digits, mark, tail };
}

/** What a field shows once it is left, or once a whole date was pasted or filled in. */
export function settleDate(typed: string, clamps = false, latest?: Day): Masked {
  const text = normaliseTyped(typed, latest);
  const complete = /^\d{1,2}[/\-. ]\d{1,2}[/\-. ]\d{4}$|^\d{8}$/.test(text);
  return clamps && complete && !readDay(text) ? clampDate(text) : { text, replaced: null };
}

function clampDate(text: string): Masked {
  const [, month = "", day = "", year = ""] = /^(\d{1,2})\D?(\d{1,2})\D?(\d{4})$/.exec(text) ?? [];
  return maskDate(`${month}/${day}/${year}`, true);
}

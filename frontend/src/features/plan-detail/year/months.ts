/** The first day of the plan's month 1 to 12 (13 and more are the year after). "12/01/2026" is the start. */
function monthDay(start: string, month: number): Date {
  const [first = "1", , year = "2000"] = start.split("/");
  return new Date(Date.UTC(Number(year), Number(first) - 2 + month, 1));
}

const format = (locale: string, options: Intl.DateTimeFormatOptions, day: Date): string =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }).format(day);

/** "12/01/2026" and 3 -> "Feb 2027" in the reader's language. */
export const monthName = (start: string, month: number, locale: string): string =>
  format(locale, { month: "short", year: "numeric" }, monthDay(start, month));

/** "Feb", for the foot of a bar. */
export const shortMonth = (start: string, month: number, locale: string): string =>
  format(locale, { month: "short" }, monthDay(start, month));

/** "February", for a sentence. */
export const longMonth = (start: string, month: number, locale: string): string =>
  format(locale, { month: "long" }, monthDay(start, month));

export const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);

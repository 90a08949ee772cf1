/** "12/01/2026" and 3 -> "Feb 2027" in the reader's language. */
export function monthName(start: string, month: number, locale: string): string {
  const [first = "1", , year = "2000"] = start.split("/");
  const day = new Date(Date.UTC(Number(year), Number(first) - 2 + month, 1));
  return new Intl.DateTimeFormat(locale, { month: "short", year: "numeric", timeZone: "UTC" }).format(day);
}

export const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);

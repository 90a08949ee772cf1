import { daysInMonth, formatDay, parseDay } from "@/lib/dates";

/** The ends of this month and of the next ones, of a mm/dd/yyyy. */
export function monthEnds(from: string, count: number): string[] {
  const day = parseDay(from);
  if (!day) return [];
  return Array.from({ length: count }, (_, ahead) => {
    const months = day.year * 12 + day.month - 1 + ahead;
    const [year, month] = [Math.floor(months / 12), (months % 12) + 1];
    return formatDay({ year, month, day: daysInMonth(year, month) });
  });
}

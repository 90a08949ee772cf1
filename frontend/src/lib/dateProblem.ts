import { i18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import {
  ageOn,
  compareDays,
  daysInMonth,
  EARLIEST_YEAR,
  parseDay,
  splitDate,
  swappedDate,
  today,
} from "./dates";

const OLDEST_AGE = 120;

const monthWords = (month: number): string =>
  new Date(Date.UTC(2000, month - 1, 1)).toLocaleString(i18n.locale, { month: "long", timeZone: "UTC" });

/** Why a text is no date, or null. The server says the same. */
export function dateProblem(text: string): string | null {
  if (parseDay(text)) return null;
  const parts = splitDate(text);
  if (!parts) return t`Enter a date as mm/dd/yyyy`;
  const { month, day, year } = parts;
  const meant = swappedDate(text);
  if (meant) return t`There is no month ${month}. Did you mean ${meant}?`;
  if (month < 1 || month > 12) return t`There is no month ${month}. Write the month first: mm/dd/yyyy.`;
  const [name, days] = [monthWords(month), daysInMonth(Number(year), month)];
  if (day < 1 || day > days) return t`${name} ${year} has ${days} days. Check the day.`;
  return t`Enter a year from ${EARLIEST_YEAR} on.`;
}

/** Why a text is no birth date, or null. */
export function birthProblem(text: string): string | null {
  const now = today();
  const born = parseDay(text, now);
  if (!born) return dateProblem(text);
  if (compareDays(born, now) > 0) return t`The date can't be in the future.`;
  return ageOn(born, now) > OLDEST_AGE ? t`Check the year. That is more than 120 years ago.` : null;
}

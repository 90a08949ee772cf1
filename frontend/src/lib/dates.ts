/**
 * Calendar days as plain parts. `Date` is used only for "today" and for weekday arithmetic in UTC, so no time
 * zone can move a date of birth.
 */
export interface Day {
  year: number;
  month: number;
  day: number;
}

const pad = (value: number) => String(value).padStart(2, "0");

export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function validDay(year: number, month: number, day: number): Day | null {
  if (year < 1000 || year > 2200 || month < 1 || month > 12) return null;
  return day >= 1 && day <= daysInMonth(year, month) ? { year, month, day } : null;
}

const US = /^(\d{1,2})[/\-. ](\d{1,2})[/\-. ](\d{4})$/;
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const RUN = /^(\d{2})(\d{2})(\d{4})$/;

/** Understands 4/1/1980, 04-01-1980, 04011980 and 1980-04-01; anything else is null. */
export function parseDay(text: string): Day | null {
  const value = text.trim();
  const iso = ISO.exec(value);
  if (iso) return validDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const us = US.exec(value) ?? RUN.exec(value);
  return us ? validDay(Number(us[3]), Number(us[1]), Number(us[2])) : null;
}

/** mm/dd/yyyy, the format of the product. */
export const formatDay = (day: Day): string => `${pad(day.month)}/${pad(day.day)}/${day.year}`;

export const toIso = (day: Day): string => `${day.year}-${pad(day.month)}-${pad(day.day)}`;

/** Normalises what was typed; text that is no date comes back unchanged. */
export function normaliseDate(text: string): string {
  const day = parseDay(text);
  return day ? formatDay(day) : text.trim();
}

export function today(now: Date = new Date()): Day {
  return { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() };
}

/** A moment by the reader's clock: "11/28/2026, 12:01 PM", in Spanish "11/28/2026, 12:01 p.m." */
export const formatMoment = (at: Date, language: string): string =>
  `${formatDay(today(at))}, ${at.toLocaleTimeString(`${language}-US`, { hour: "numeric", minute: "2-digit" })}`;

/** Return whether a day lies between two others, all mm/dd/yyyy; "" is no bound. */
export function isWithin(text: string, first: string, last: string): boolean {
  const [day, from, to] = [parseDay(text), parseDay(first), parseDay(last)];
  if (!day) return false;
  return (!from || compareDays(from, day) <= 0) && (!to || compareDays(day, to) <= 0);
}

export function compareDays(a: Day, b: Day): number {
  return a.year - b.year || a.month - b.month || a.day - b.day;
}

/** Full years lived on `on`; someone born on 29 February turns a year older on 1 March in common years. */
export function ageOn(birth: Day, on: Day): number {
  const before = on.month < birth.month || (on.month === birth.month && on.day < birth.day);
  return on.year - birth.year - (before ? 1 : 0);
}

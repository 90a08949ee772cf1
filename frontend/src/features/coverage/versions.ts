import type { PolicyStory } from "@/client";
import { formatDay, isWithin, parseDay } from "@/lib/dates";
import { daysBetween } from "./change";

export type VersionRow = PolicyStory["versions"][number];

/** A version as a block: per cent of the time that is drawn and of the highest price. */
export interface Block {
  version: VersionRow;
  left: number;
  width: number;
  height: number;
}

/** Days that are drawn after today, or after the last step, where a version has no end. */
const AHEAD = 90;

const later = (a: string, b: string) => (daysBetween(a, b) > 0 ? b : a);

/** A first of a month on the axis: its place in per cent, and whether its year is said. */
export interface Tick {
  day: string;
  left: number;
  year: boolean;
}

/** Months from one tick to the next, the closest first, and as many ticks as fit. */
const STRIDES = [1, 2, 3, 6, 12, 24, 60, 120];
const TICKS = 8;
const MONTHS = 12;
/** Per cent of the axis that a tick's label needs on its right. */
const LABEL = 6;

/** Firsts of months between two places of the axis, so far apart that their labels fit. */
function findTicks(first: string, days: number, place: (day: string) => number): Tick[] {
  const from = parseDay(first);
  if (!from) return [];
  const start = from.year * MONTHS + from.month - 1 + (from.day > 1 ? 1 : 0);
  const count = Math.ceil(days / 28);
  const stride = STRIDES.find((step) => count / step <= TICKS) ?? count;
  const ticks: Tick[] = [];
  for (let at = Math.ceil(start / stride) * stride; ticks.length <= TICKS; at += stride) {
    const day = formatDay({ year: Math.floor(at / MONTHS), month: (at % MONTHS) + 1, day: 1 });
    const left = place(day);
    if (left > 100 - LABEL) break;
    ticks.push({ day, left, year: ticks.length === 0 || at % MONTHS === 0 });
  }
  return ticks;
}

/**
 * The versions, oldest first, with both measures true to scale from zero, the axis, and where `today` lies
 * (null: outside).
 */
export function buildStaircase(versions: VersionRow[], today: string) {
  const first = versions[0]?.effective ?? today;
  const newest = versions.at(-1);
  const isOpen = newest && !newest.until;
  const last = newest?.until || later(today, newest?.effective ?? today);
  const whole = Math.max(1, daysBetween(first, last) + (isOpen ? AHEAD : 1));
  const highest = Math.max(...versions.map((row) => Number(row.monthly || 0)), 1);
  const place = (day: string) => (daysBetween(first, day) / whole) * 100;
  const blocks: Block[] = versions.map((version) => {
    const left = place(version.effective);
    const right = version.until ? ((daysBetween(first, version.until) + 1) / whole) * 100 : 100;
    return { version, left, width: right - left, height: (Number(version.monthly || 0) / highest) * 100 };
  });
  const at = place(today);
  return { blocks, ticks: findTicks(first, whole, place), today: at >= 0 && at <= 100 ? at : null };
}

/** The version of a day, mm/dd/yyyy; null where nothing is in force then, or it is no day. */
export function versionOn(versions: VersionRow[], text: string): VersionRow | null {
  return versions.find(({ effective, until }) => isWithin(text, effective, until)) ?? null;
}

import type { PolicyStory } from "@/client";
import { isWithin } from "@/lib/dates";
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

/** The versions, oldest first, with both measures true to scale from zero, and where `today` lies (null: outside). */
export function buildStaircase(versions: VersionRow[], today: string) {
  const first = versions[0]?.effective ?? today;
  const newest = versions.at(-1);
  const open = newest && !newest.until;
  const last = newest?.until || later(today, newest?.effective ?? today);
  const whole = Math.max(1, daysBetween(first, last) + (open ? AHEAD : 1));
  const most = Math.max(...versions.map((row) => Number(row.monthly || 0)), 1);
  const place = (day: string) => (daysBetween(first, day) / whole) * 100;
  const blocks: Block[] = versions.map((version) => {
    const left = place(version.effective);
    const right = version.until ? ((daysBetween(first, version.until) + 1) / whole) * 100 : 100;
    return { version, left, width: right - left, height: (Number(version.monthly || 0) / most) * 100 };
  });
  const at = place(today);
  return { blocks, today: at >= 0 && at <= 100 ? at : null };
}

/** The version of a day, mm/dd/yyyy; null where nothing is in force then, or it is no day. */
export function versionOn(versions: VersionRow[], text: string): VersionRow | null {
  return versions.find(({ effective, until }) => isWithin(text, effective, until)) ?? null;
}

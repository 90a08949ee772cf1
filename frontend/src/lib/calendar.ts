import { parseDay } from "./dates";
import { saveFile } from "./saveFile";

const two = (number: number) => String(number).padStart(2, "0");

/** RFC 5545: what separates values is escaped. */
const escaped = (text: string) => text.replace(/([\\;,])/g, "\\$1").replace(/\n/g, "\\n");

/** Return an all-day event as an iCalendar file; "" where `text` (mm/dd/yyyy) is no day. */
export function dayEvent(text: string, title: string, uid: string): string {
  const day = parseDay(text);
  if (!day) return "";
  const date = `${day.year}${two(day.month)}${two(day.day)}`;
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Planfront//EN",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${date}T000000Z`,
    `DTSTART;VALUE=DATE:${date}`,
    `SUMMARY:${escaped(title)}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}

/** Save a day for the person's calendar. */
export function saveDay(text: string, title: string, uid: string): void {
  const bytes = new TextEncoder().encode(dayEvent(text, title, uid));
  saveFile(`${uid}.ics`, btoa(String.fromCharCode(...bytes)), "text/calendar");
}

import { useLingui } from "@lingui/react/macro";
import { parseDay } from "./dates";

const LONG = { month: "long", day: "numeric", year: "numeric" } as const;
const WITH_WEEKDAY = { weekday: "long", ...LONG } as const;

/** "Maria, Daniel, and Mateo" in the page's language. */
export function useListWords() {
  const { i18n } = useLingui();
  return (words: string[]): string => new Intl.ListFormat(i18n.locale).format(words);
}

/** "03/17/2027" as "Wednesday, March 17, 2027" in the page's language, or without the weekday. */
export function useDayWords({ weekday = true } = {}) {
  const { i18n } = useLingui();
  return (text: string): string => {
    const day = parseDay(text);
    return day ? i18n.date(new Date(day.year, day.month - 1, day.day), weekday ? WITH_WEEKDAY : LONG) : text;
  };
}

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

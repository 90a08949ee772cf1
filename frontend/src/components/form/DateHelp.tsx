import { i18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type Day, daysInMonth, formatDay } from "@/lib/dates";
import { EARLIEST_YEAR, type Masked, readDay, splitDate } from "@/lib/typedDates";
import { Button } from "../ui/Button";

const monthWords = (month: number): string =>
  new Date(Date.UTC(2000, month - 1, 1)).toLocaleString(i18n.locale, { month: "long", timeZone: "UTC" });

/** Return the error of a text in the form of a date that isn't one, or null. The server says the same. */
export function explainDate(text: string): string | null {
  const parts = splitDate(text);
  if (!parts || readDay(text)) return null;
  const { month, day, year } = parts;
  if (month < 1 || month > 12) return t`${month} isn't a valid month. Enter the month first.`;
  const [name, days] = [monthWords(month), daysInMonth(Number(year), month)];
  if (day < 1 || day > days) return t`${name} ${year} has ${days} days. Check the day.`;
  return t`Enter a year from ${EARLIEST_YEAR} on.`;
}

/** The date that who wrote the day first meant, as mm/dd/yyyy. */
export function swapDate(text: string, latest?: Day): string | null {
  const parts = splitDate(text);
  if (!parts || parts.month <= 12) return null;
  const meant = readDay(`${parts.day}/${parts.month}/${parts.year}`, latest);
  return meant ? formatDay(meant) : null;
}

interface DateHelpProps {
  text: string;
  latest: Day | undefined;
  replaced: Masked["replaced"];
  onUse: (date: string) => void;
}

/** Beside a date that is wrong: why, and the date that may be meant. Beside one that was changed: what was. */
export default function DateHelp({ text, latest, replaced, onUse }: DateHelpProps) {
  const given = replaced?.given;
  if (replaced?.part === "day") return <Trans>{given} isn't a valid day, so we used 01.</Trans>;
  if (replaced) return <Trans>{given} isn't a valid month, so we used 01.</Trans>;
  const meant = swapDate(text, latest);
  return (
    <>
      {explainDate(text)}{" "}
      {meant && (
        <Button size="sm" onClick={() => onUse(meant)}>
          <Trans>Use {meant}</Trans>
        </Button>
      )}
    </>
  );
}

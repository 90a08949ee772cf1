import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Midnight of a moment's day by the reader's clock. */
const dayOf = (at: Date): number => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();

/** Says how long ago a moment was: "22 minutes ago", "Today, 7:41 AM", "Saturday", "9 days ago". */
export function useSince(): (moment: string) => string {
  const { t, i18n } = useLingui();
  return (moment) => {
    const at = new Date(moment);
    const now = new Date();
    const minutes = Math.max(0, Math.floor((now.getTime() - at.getTime()) / MINUTE));
    if (minutes < 1) return t`Just now`;
    if (minutes < 60) return t`${plural(minutes, { one: "# minute ago", other: "# minutes ago" })}`;
    const language = `${i18n.locale}-US`;
    const days = Math.round((dayOf(now) - dayOf(at)) / DAY);
    const time = at.toLocaleTimeString(language, { hour: "numeric", minute: "2-digit" });
    if (days < 1) return t`Today, ${time}`;
    if (days === 1) return t`Yesterday, ${time}`;
    if (days < 7) return at.toLocaleDateString(language, { weekday: "long" });
    return t`${plural(days, { one: "# day ago", other: "# days ago" })}`;
  };
}

/** Return the number of whole days since a moment. */
export const daysSince = (moment: string): number =>
  Math.floor((Date.now() - new Date(moment).getTime()) / DAY);

import { useLingui } from "@lingui/react/macro";
import { DayPicker } from "react-day-picker";
import { es } from "react-day-picker/locale/es";
import { cx } from "@/lib/cx";
import { type Day, today } from "@/lib/dates";
import { i18n } from "@/lib/i18n";
import { Icon, type IconName } from "../ui/Icon";
import s from "./Calendar.module.css";
import field from "./fields.module.css";

interface CalendarProps {
  selected: Day | null;
  startAt: Day | undefined;
  from: Day | undefined;
  to: Day | undefined;
  inline: boolean;
  onPick: (day: Day) => void;
  onClose: () => void;
}

const ARROWS: Record<string, IconName> = { left: "left", down: "down" };

function Chevron({ orientation = "right" }: { orientation?: string }) {
  return <Icon name={ARROWS[orientation] ?? "chevron"} size="sm" />;
}

/** Local midnight is safe here: the value goes straight back to plain parts. */
const toDate = (day: Day) => new Date(day.year, day.month - 1, day.day);

export default function Calendar({ selected, startAt, from, to, inline, onPick, onClose }: CalendarProps) {
  const { t } = useLingui();
  const now = today();
  const first = from ?? { year: now.year - 110, month: 1, day: 1 };
  const last = to ?? { year: now.year + 10, month: 12, day: 31 };
  const open = selected ?? startAt ?? (to && to.year < now.year ? to : now);
  return (
    <div
      className={cx(s.cal, inline && s.calInline)}
      role="group"
      aria-label={t`Choose date`}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <DayPicker
        mode="single"
        autoFocus
        captionLayout="dropdown"
        navLayout="around"
        {...(i18n.locale === "es" ? { locale: es } : {})}
        selected={selected ? toDate(selected) : undefined}
        defaultMonth={toDate(open)}
        startMonth={toDate(first)}
        endMonth={toDate(last)}
        disabled={[...(from ? [{ before: toDate(from) }] : []), ...(to ? [{ after: toDate(to) }] : [])]}
        onSelect={(date) => {
          const day = date ? today(date) : selected;
          if (day) onPick(day);
        }}
        components={{ Chevron }}
        classNames={{
          month: s.month,
          month_caption: s.caption,
          dropdowns: s.calBar,
          dropdown_root: s.dropdown,
          dropdown: cx(field.select, s.pick),
          caption_label: s.hidden,
          button_previous: s.nav,
          button_next: cx(s.nav, s.navNext),
          month_grid: s.grid,
          weekday: s.weekday,
          day: s.cell,
          day_button: s.d,
          selected: s.selected,
          disabled: s.off,
          outside: s.outside,
          today: s.today,
        }}
      />
    </div>
  );
}

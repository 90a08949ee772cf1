import { cx } from "@/lib/cx";
import sprite from "./icons.svg?url";

/** The symbols of icons.svg: own set on a 24 grid, 1.75 stroke, round caps, currentColor. */
export type IconName =
  | "alert"
  | "arrow"
  | "baby"
  | "bandage"
  | "bank"
  | "bed"
  | "braces"
  | "briefcase"
  | "cake"
  | "calendar"
  | "card"
  | "cart"
  | "chat"
  | "check"
  | "chevron"
  | "clock"
  | "close"
  | "compare"
  | "copy"
  | "crown"
  | "device"
  | "document"
  | "down"
  | "download"
  | "edit"
  | "external"
  | "eye"
  | "filter"
  | "folder"
  | "gift"
  | "glasses"
  | "globe"
  | "grid"
  | "heart"
  | "home"
  | "info"
  | "key"
  | "leaf"
  | "left"
  | "lock"
  | "mail"
  | "menu"
  | "minus"
  | "more"
  | "ok"
  | "paw"
  | "phone"
  | "pill"
  | "pin"
  | "play"
  | "plus"
  | "print"
  | "pulse"
  | "refresh"
  | "rings"
  | "search"
  | "send"
  | "shield"
  | "split"
  | "star"
  | "store"
  | "sun"
  | "ticket"
  | "tooth"
  | "trash"
  | "truck"
  | "umbrella"
  | "user"
  | "users"
  | "warning";

/** Decorative by default; give `label` where the icon alone carries the meaning. */
export function Icon({
  name,
  size,
  label,
  className,
}: {
  name: IconName;
  size?: "sm" | "lg";
  label?: string;
  className?: string | undefined;
}) {
  const iconClass = cx("i", size && `i--${size}`, className);
  const shape = <use href={`${sprite}#${name}`} />;
  return label ? (
    <svg className={iconClass} viewBox="0 0 24 24" role="img" aria-label={label}>
      {shape}
    </svg>
  ) : (
    <svg className={iconClass} viewBox="0 0 24 24" aria-hidden="true">
      {shape}
    </svg>
  );
}

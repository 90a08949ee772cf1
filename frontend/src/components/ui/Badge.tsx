import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useRef } from "react";
import { cx } from "@/lib/cx";
import { moveNext } from "@/lib/moves";
import s from "./Badge.module.css";
import chip from "./Chip.module.css";
import { Icon, type IconName } from "./Icon";

const TONES = {
  ok: s.badgeOk,
  warn: s.badgeWarn,
  bad: s.badgeBad,
  brand: s.badgeBrand,
  accent: s.badgeAccent,
};

/** A fact; not clickable. */
export function Badge({
  tone,
  icon,
  children,
}: {
  tone?: "ok" | "warn" | "bad" | "brand" | "accent";
  icon?: IconName;
  children: ReactNode;
}) {
  return (
    <span className={cx(s.badge, tone && TONES[tone])}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}

export function Chips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={chip.chips} role="group" aria-label={label}>
      {children}
    </div>
  );
}

/** A filter that can be taken away; the others move up. */
export function Chip({
  children,
  name,
  onRemove,
}: {
  children: ReactNode;
  name: string;
  onRemove: () => void;
}) {
  const { t } = useLingui();
  const own = useRef<HTMLSpanElement>(null);
  const remove = () => {
    const all = own.current?.parentElement?.querySelectorAll<HTMLElement>(`.${chip.chip}`) ?? [];
    moveNext([...all].map((node, index) => [node, `chip-${index}`]));
    onRemove();
  };
  return (
    <span ref={own} className={chip.chip}>
      {children}
      <button type="button" aria-label={t`Remove ${name}`} onClick={remove}>
        <Icon name="close" />
      </button>
    </span>
  );
}

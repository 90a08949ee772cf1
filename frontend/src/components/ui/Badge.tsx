import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { cx } from "@/lib/cx";
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

/** A filter that can be taken away. */
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
  return (
    <span className={chip.chip}>
      {children}
      <button type="button" aria-label={t`Remove ${name}`} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </span>
  );
}

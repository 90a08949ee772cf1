import { type ReactNode, useId, useState } from "react";
import { Icon } from "./Icon";
import s from "./Tooltip.module.css";

/** A short explanation behind an info mark: by hover, focus or touch; Escape hides it. */
export function Tooltip({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <span className={s.tip} onMouseEnter={() => setOpen(true)} onMouseLeave={() => setOpen(false)}>
      <button
        type="button"
        className={s.mark}
        aria-label={label}
        aria-describedby={open ? id : undefined}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || !open) return;
          event.stopPropagation();
          setOpen(false);
        }}
      >
        <Icon name="info" size="sm" />
      </button>
      {open && (
        <span role="tooltip" id={id} className={s.bubble}>
          {children}
        </span>
      )}
    </span>
  );
}

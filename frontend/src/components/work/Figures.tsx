import type { ReactNode } from "react";
import { cx } from "@/lib/cx";
import s from "./Figures.module.css";

interface FigureProps {
  label: string;
  value: string | number;
  /** How far from the month before; it colours the note. */
  change?: number | undefined;
  /** A note beside the value. */
  children?: ReactNode;
}

export function Figure({ label, value, change = 0, children }: FigureProps) {
  return (
    <div className={s.figure}>
      <dt>{label}</dt>
      <dd>
        {value}
        {children && <small className={cx(change > 0 && s.up, change < 0 && s.down)}>{children}</small>}
      </dd>
    </div>
  );
}

/** Four key figures side by side, two and two where there is less room. */
export function Figures({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <dl className={cx(s.figures, className)}>{children}</dl>;
}

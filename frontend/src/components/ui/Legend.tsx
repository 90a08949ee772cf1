import type { ReactNode } from "react";
import { cx } from "@/lib/cx";
import s from "./Legend.module.css";

interface MarkProps {
  /** The price's own mark where nothing is said. */
  kind?: "care" | "line" | "outline";
  children: ReactNode;
}

/** What one colour of a bar stands for. */
export const Mark = ({ kind, children }: MarkProps) => (
  <span className={cx(s.mark, kind && s[kind])}>{children}</span>
);

interface LegendProps {
  /** Names what it stands in, as `figcaption` does. */
  as?: "p" | "figcaption";
  className?: string | undefined;
  children: ReactNode;
}

/** The marks of a chart in words, in one row where there is room. */
export const Legend = ({ as: Tag = "p", className, children }: LegendProps) => (
  <Tag className={cx(s.legend, className)}>{children}</Tag>
);

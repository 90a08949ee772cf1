import { Children, type ReactNode } from "react";
import s from "./Facts.module.css";

/** Short facts in a row, separated by dots that vanish at a line start. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <p className={s.facts}>{Children.map(children, (child) => (child ? <span>{child}</span> : null))}</p>
  );
}

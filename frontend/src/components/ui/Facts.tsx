import { Children, type ReactNode } from "react";
import s from "./Facts.module.css";

/** Short facts in a row, separated by dots that vanish at a line start. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <p className={s.facts}>{Children.map(children, (child) => (child ? <span>{child}</span> : null))}</p>
  );
}

/** A text that may break before an address's host, and not within it while it fits. */
export function Email({ address }: { address: string }) {
  const at = address.indexOf("@");
  if (at < 1) return address;
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}

import type { ReactNode } from "react";
import s from "./Disclosure.module.css";
import { Icon } from "./Icon";

export function Disclosure({
  summary,
  children,
  open,
}: {
  summary: ReactNode;
  children: ReactNode;
  open?: boolean;
}) {
  return (
    <details className={s.disc} open={open}>
      <summary>
        {summary}
        <Icon name="down" />
      </summary>
      <div className={s.discBody}>{children}</div>
    </details>
  );
}

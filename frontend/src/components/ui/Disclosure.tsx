import type { ReactNode } from "react";
import s from "./Disclosure.module.css";
import { Icon } from "./Icon";

export function Disclosure({
  summary,
  children,
  open,
  onOpen,
}: {
  summary: ReactNode;
  children: ReactNode;
  open?: boolean;
  /** The first time too: what is inside may load only now. */
  onOpen?: () => void;
}) {
  return (
    <details className={s.disc} open={open} onToggle={(event) => event.currentTarget.open && onOpen?.()}>
      <summary>
        {summary}
        <Icon name="down" />
      </summary>
      <div className={s.discBody}>{children}</div>
    </details>
  );
}

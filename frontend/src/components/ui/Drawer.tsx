import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useId, useRef } from "react";
import { IconButton } from "./Button";
import s from "./Dialog.module.css";
import { useModal } from "./useModal";

interface DrawerProps {
  title: ReactNode;
  subtitle?: ReactNode;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
}

/** Explains or shows details without leaving the page; a sheet on phones. Mount it to open it. */
export function Drawer({ title, subtitle, onClose, children, footer }: DrawerProps) {
  const { t } = useLingui();
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useModal(ref, onClose);
  return (
    <dialog ref={ref} className={s.drawer} aria-labelledby={heading}>
      <div className={s.drawerHead}>
        <div>
          <h2 id={heading} tabIndex={-1}>
            {title}
          </h2>
          {subtitle && <p className="small mute">{subtitle}</p>}
        </div>
        <IconButton icon="close" label={t`Close`} className={s.drawerX} onClick={onClose} />
      </div>

      <div className={s.drawerBody} tabIndex={0} role="region" aria-labelledby={heading}>
        {children}
      </div>
      {footer && <div className={s.drawerFoot}>{footer}</div>}
    </dialog>
  );
}

import { useLingui } from "@lingui/react/macro";
import { type FormEventHandler, type ReactNode, useId, useRef } from "react";
import { cx } from "@/lib/cx";
import { IconButton } from "./Button";
import card from "./Card.module.css";
import s from "./Dialog.module.css";
import { useModal } from "./useModal";

interface DialogProps {
  title: ReactNode;
  onClose: () => void;
  children?: ReactNode;
  /** Buttons. Put the primary action last. */
  footer?: ReactNode;
  /** Text of the folder tab, such as "Steps: 2 of 4". */
  tab?: ReactNode;
  /** Shown above the title, such as a progress bar. */
  above?: ReactNode;
  wide?: boolean;
  closeLabel?: string;
  /** Makes the dialog a form, so that Enter submits it. */
  onSubmit?: FormEventHandler<HTMLFormElement>;
}

/** A short question or a confirmation; a bottom sheet on phones. Mount it to open it. */
export function Dialog(props: DialogProps) {
  const { title, onClose, children, footer, tab, above, wide, closeLabel, onSubmit } = props;
  const { t } = useLingui();
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useModal(ref, onClose);

  const content = (
    <>
      {tab && <span className={cx(card.folderTab, "num")}>{tab}</span>}
      <IconButton icon="close" label={closeLabel ?? t`Close`} className={s.modalX} onClick={onClose} />
      <div className={s.modalScroll}>
        <div className={s.modalHead}>
          {above}
          <h2 id={heading} tabIndex={-1}>
            {title}
          </h2>
        </div>
        <div className={s.modalBody}>{children}</div>
      </div>
      {footer && <div className={cx(s.modalFoot, !tab && s.modalFootEnd)}>{footer}</div>}
    </>
  );
  const leaf = cx("leaf", card.folder);
  return (
    <dialog
      ref={ref}
      className={cx(s.modal, wide && s.modalWide, !tab && s.modalPlain)}
      aria-labelledby={heading}
    >
      {onSubmit ? (
        <form className={leaf} onSubmit={onSubmit} noValidate>
          {content}
        </form>
      ) : (
        <div className={leaf}>{content}</div>
      )}
    </dialog>
  );
}

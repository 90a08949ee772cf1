import { Trans } from "@lingui/react/macro";
import type { FormEvent, ReactNode } from "react";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";

interface DialogFormProps {
  title: ReactNode;
  /** On the buttons: the way back, and what is sent. */
  back: ReactNode;
  send: ReactNode;
  busy: boolean;
  onClose: () => void;
  onSend: () => void;
  children: ReactNode;
}

/** A dialog that sends one small form, once. */
export function DialogForm({ title, back, send, busy, onClose, onSend, children }: DialogFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onSend();
  };
  return (
    <Dialog
      key="ask"
      title={title}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{back}</Button>
          <Button type="submit" tone="primary" busy={busy} busyText={<Trans>Sending</Trans>}>
            {send}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

interface SentDialogProps {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** What came of it. */
export function SentDialog({ title, onClose, children }: SentDialogProps) {
  return (
    <Dialog
      key="sent"
      title={title}
      onClose={onClose}
      footer={
        <Button tone="primary" onClick={onClose} data-autofocus>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <p role="status">{children}</p>
    </Dialog>
  );
}

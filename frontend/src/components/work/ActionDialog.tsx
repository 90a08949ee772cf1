import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { ApiError } from "@/lib/api";
import dialogs from "../shop/Dialogs.module.css";
import { Banner } from "../ui/Banner";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";

interface ActionDialogProps {
  title: ReactNode;
  why?: ReactNode;
  action: ReactNode;
  /** Instead of "Cancel": what stays as it is. */
  keep?: ReactNode;
  busyText: string;
  danger?: boolean;
  /** As things are it can't be done. */
  disabled?: boolean;
  /** A problem to show before anything is sent: the name of its field and what to say; null goes on. */
  check?: () => Record<string, string> | null;
  /** Throws ApiError; its message, or that of the field, is shown. */
  onSubmit: () => Promise<void>;
  onClose: () => void;
  /** The fields, with what is wrong with each, and what a change of one of them calls. */
  children?: (errors: Record<string, string>, clear: (name: string) => void) => ReactNode;
}

/** Asks what an action on a row needs, does it, and says what went wrong. */
export default function ActionDialog(props: ActionDialogProps) {
  const { title, why, action, keep, busyText, danger, disabled, check, onSubmit, onClose, children } = props;
  const { t } = useLingui();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);

  const fields = useRef<HTMLDivElement>(null);
  const showErrors = (wrong: Record<string, string>) => {
    setErrors(wrong);
    requestAnimationFrame(() => {
      fields.current?.querySelector<HTMLElement>(":is(input, select, textarea)[aria-invalid=true]")?.focus();
    });
  };
  const clear = (name: string) =>
    setErrors((all) => Object.fromEntries(Object.entries(all).filter(([key]) => key !== name)));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || disabled) return;
    const wrong = check?.();
    setProblem("");
    showErrors(wrong ?? {});
    if (wrong) return;
    setBusy(true);
    try {
      await onSubmit();
      setBusy(false);
    } catch (error) {
      const wrong = error instanceof ApiError ? error.fieldErrors : {};
      const message = error instanceof ApiError && error.message;
      if (children && Object.keys(wrong).length > 0) showErrors(wrong);
      else setProblem(message || t`We could not reach the server. Please try again.`);
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      footer={
        <>
          <Button onClick={onClose}>{keep ?? <Trans>Cancel</Trans>}</Button>
          <Button
            type="submit"
            tone={danger ? "danger-solid" : "primary"}
            busy={busy}
            busyText={busyText}
            disabled={disabled}
          >
            {action}
          </Button>
        </>
      }
    >
      {why && <p className={dialogs.why}>{why}</p>}
      <div ref={fields}>{children?.(errors, clear)}</div>
      {problem && (
        <Banner tone="bad" live="alert" className={dialogs.problem}>
          {problem}
        </Banner>
      )}
    </Dialog>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, type ReactNode, useState } from "react";
import { ApiError } from "@/lib/api";
import dialogs from "../shop/Dialogs.module.css";
import { Banner } from "../ui/Banner";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";

interface ActionDialogProps {
  title: ReactNode;
  why: ReactNode;
  action: ReactNode;
  busyText: string;
  danger?: boolean;
  /** A problem to show before anything is sent: the name of its field and what to say; null goes on. */
  check?: () => Record<string, string> | null;
  /** Throws ApiError; its message, or that of the field, is shown. */
  onSubmit: () => Promise<void>;
  onClose: () => void;
  /** The fields, with what is wrong with each. */
  children?: (errors: Record<string, string>) => ReactNode;
}

/** Asks what an action on a row needs, does it, and says what went wrong. */
export default function ActionDialog(props: ActionDialogProps) {
  const { title, why, action, busyText, danger, check, onSubmit, onClose, children } = props;
  const { t } = useLingui();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const wrong = check?.();
    setProblem("");
    setErrors(wrong ?? {});
    if (wrong) return;
    setBusy(true);
    try {
      await onSubmit();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fieldErrors : {};
      const message = error instanceof ApiError && error.message;
      if (children && Object.keys(fields).length > 0) setErrors(fields);
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
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" tone={danger ? "danger-solid" : "primary"} busy={busy} busyText={busyText}>
            {action}
          </Button>
        </>
      }
    >
      <p className={dialogs.why}>{why}</p>
      {children?.(errors)}
      {problem && (
        <Banner tone="bad" live="alert" className={dialogs.problem}>
          {problem}
        </Banner>
      )}
    </Dialog>
  );
}

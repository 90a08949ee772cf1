import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { TextArea } from "@/components/form/TextField";
import { ApiError } from "@/lib/api";
import { useStep } from "../engine/wizard";
import { DialogForm } from "../parts/DialogForm";
import { handOverApi } from "./api";
import s from "./HandOver.module.css";

interface ReturnProps {
  sender: string;
  onClose: () => void;
  onDone: () => void;
}

/** The client gives the application back and says why. */
export function ReturnDialog({ sender, onClose, onDone }: ReturnProps) {
  const { t } = useLingui();
  const { enrollmentId } = useStep();
  const [note, setNote] = useState("");
  const [error, setError] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const giveBack = async () => {
    setBusy(true);
    try {
      await handOverApi.giveBack(enrollmentId, note);
      onDone();
    } catch (failure) {
      const message = failure instanceof ApiError ? (failure.fieldErrors.message ?? failure.message) : "";
      setError(message || t`Something went wrong. Please try again.`);
      setBusy(false);
    }
  };
  return (
    <DialogForm
      title={<Trans>Return it to {sender}?</Trans>}
      back={<Trans>Cancel</Trans>}
      send={<Trans>Return it</Trans>}
      busy={busy}
      onClose={onClose}
      onSend={() => void giveBack()}
    >
      <p>
        <Trans>
          Your answers are saved. {sender} can make changes and send it back to you with a new code.
        </Trans>
      </p>
      <TextArea
        id="return-note"
        className={s.note}
        label={<Trans>What should be different?</Trans>}
        rows={3}
        maxLength={1000}
        value={note}
        error={error}
        onChange={(event) => {
          setNote(event.target.value);
          setError(undefined);
        }}
        data-autofocus
      />
    </DialogForm>
  );
}

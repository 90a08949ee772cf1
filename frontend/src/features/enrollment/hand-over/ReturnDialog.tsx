import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { TextArea } from "@/components/form/TextField";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { ApiError } from "@/lib/api";
import { useStep } from "../engine/wizard";
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
      const said = failure instanceof ApiError ? (failure.fieldErrors.message ?? failure.message) : "";
      setError(said || t`Something went wrong. Please try again.`);
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void giveBack();
  };
  return (
    <Dialog
      title={<Trans>Return it to {sender}?</Trans>}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" tone="primary" busy={busy} busyText={<Trans>Sending</Trans>}>
            <Trans>Return it</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>
          What you entered stays. {sender} can change it and send it to you again, with a new code.
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
    </Dialog>
  );
}

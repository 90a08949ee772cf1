import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { TextField } from "@/components/form/TextField";
import { messageOf } from "@/lib/api";
import { isEmail } from "@/lib/email";
import { wizardApi } from "../api";
import s from "../Enroll.module.css";
import { useStep } from "../engine/wizard";
import type { Answers } from "../types";
import { DialogForm, SentDialog } from "./DialogForm";

interface SaveLaterProps {
  onClose: () => void;
  email: string;
  /** Runs before the code is sent: the draft of the step. */
  before: () => Promise<void>;
  data: () => Answers;
  /** The mail also lists what the application will ask for. */
  withNeeds?: boolean;
}

/** Save & Continue Later: a code by mail, on every step. */
export default function SaveLater({ onClose, email: known, before, data, withNeeds }: SaveLaterProps) {
  const { t } = useLingui();
  const { enrollmentId, tab } = useStep();
  const [email, setEmail] = useState(known);
  const [error, setError] = useState<string | undefined>();
  const [state, setState] = useState<"ask" | "sending" | "sent">("ask");

  const send = async () => {
    if (!isEmail(email)) return setError(t`Enter valid email address`);
    setError(undefined);
    setState("sending");
    try {
      await before();
      const options = withNeeds ? { with_needs: 1 } : {};
      await wizardApi.saveForLater(enrollmentId, email.trim(), tab.column, data(), options);
      setState("sent");
    } catch (failure) {
      const message = messageOf(failure);
      setError(message || t`We could not send the code. Check your connection and try again.`);
      setState("ask");
    }
  };

  if (state === "sent") {
    const address = email.trim();
    return (
      <SentDialog title={<Trans>Information Saved!!! Check your email to continue</Trans>} onClose={onClose}>
        <Trans>
          We sent an enrollment code to <b>{address}</b>. It works for 30 days on any device, together with
          that email address.
        </Trans>
      </SentDialog>
    );
  }
  return (
    <DialogForm
      title={<Trans>Please enter the alternate email you want to send Enrollment code to?</Trans>}
      back={<Trans>Back</Trans>}
      send={<Trans>Send Code</Trans>}
      busy={state === "sending"}
      onClose={onClose}
      onSend={() => void send()}
    >
      <TextField
        id="later-email"
        className={s.dialogField}
        label={<Trans>Email</Trans>}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        value={email}
        error={error}
        onChange={(event) => {
          setEmail(event.target.value);
          setError(undefined);
        }}
        data-autofocus
      />
    </DialogForm>
  );
}

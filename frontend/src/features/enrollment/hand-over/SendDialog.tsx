import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Standing } from "@/client";
import { TextArea, TextField } from "@/components/form/TextField";
import { ApiError } from "@/lib/api";
import { isEmail } from "@/lib/email";
import { useStep } from "../engine/wizard";
import { DialogForm, SentDialog } from "../parts/DialogForm";
import { handOverApi } from "./api";
import s from "./HandOver.module.css";

interface SendProps {
  standing: Standing;
  onClose: () => void;
  onSent: () => void;
}

/** Sends the application to the client, or a new code to the one who has it. */
export function SendDialog({ standing, onClose, onSent }: SendProps) {
  const { t } = useLingui();
  const { enrollmentId, wizard } = useStep();
  const isSent = wizard.hand_over?.live ?? false;
  const [email, setEmail] = useState((isSent && standing.hand_over?.email) || standing.suggested_email);
  const [message, setMessage] = useState("");
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [state, setState] = useState<"ask" | "sending" | "sent">("ask");
  const address = email.trim();

  const send = async () => {
    if (!isEmail(address)) return setErrors({ email: t`Enter valid email address` });
    setErrors({});
    setState("sending");
    try {
      await handOverApi.send(enrollmentId, address, message);
      setState("sent");
      onSent();
    } catch (failure) {
      const fieldErrors = failure instanceof ApiError ? failure.fieldErrors : {};
      const message = failure instanceof ApiError ? failure.message : "";
      const other = Object.entries(fieldErrors).find(([name]) => name !== "message" && name !== "email")?.[1];
      const fallback = message || t`We could not send it. Check your connection and try again.`;
      setErrors(fieldErrors.message || fieldErrors.email ? fieldErrors : { email: other ?? fallback });
      setState("ask");
    }
  };

  if (state === "sent") {
    return (
      <SentDialog title={<Trans>Sent to your client</Trans>} onClose={onClose}>
        <Trans>
          We're emailing the link and code to <b>{address}</b>. The code works for 30 days.
        </Trans>
      </SentDialog>
    );
  }
  return (
    <DialogForm
      title={isSent ? <Trans>Send the code again</Trans> : <Trans>Send to client</Trans>}
      back={<Trans>Cancel</Trans>}
      send={<Trans>Send</Trans>}
      busy={state === "sending"}
      onClose={onClose}
      onSend={() => void send()}
    >
      <p>
        {isSent ? (
          <Trans>We'll send your client a new code; the old one stops working.</Trans>
        ) : (
          <Trans>
            We'll send your client a link and a code to review, sign, and submit. After that, your changes
            need their approval.
          </Trans>
        )}
      </p>
      <TextField
        id="client-email"
        className={s.note}
        label={<Trans>Client's email</Trans>}
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        readOnly={isSent}
        value={email}
        error={errors.email}
        onChange={(event) => {
          setEmail(event.target.value);
          setErrors({});
        }}
        data-autofocus
      />
      {!isSent && (
        <TextArea
          id="client-message"
          className={s.note}
          label={<Trans>Message (optional)</Trans>}
          hint={<Trans>Leave out Social Security, account and card numbers.</Trans>}
          rows={3}
          maxLength={1000}
          value={message}
          error={errors.message}
          onChange={(event) => {
            setMessage(event.target.value);
            setErrors({});
          }}
        />
      )}
    </DialogForm>
  );
}

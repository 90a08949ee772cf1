import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import type { SavedForLater } from "@/client";
import { TextField } from "@/components/form/TextField";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { api, messageOf } from "@/lib/api";
import { isEmail } from "@/lib/email";

interface SaveDialogProps {
  enrollmentId: string;
  cart: boolean;
  onClose: () => void;
}

/** Asks for an address and mails what there is with a code that brings it back on any device. */
export default function SaveDialog({ enrollmentId, cart, onClose }: SaveDialogProps) {
  const { t } = useLingui();
  const [email, setEmail] = useState("");
  const [error, setError] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const [saved, setSaved] = useState<SavedForLater | null>(null);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!isEmail(email)) return setError(t`Enter valid email address`);
    setError(undefined);
    setBusy(true);
    try {
      const body = { enrollment_id: enrollmentId, email: email.trim(), tab: "cart_info" };
      setSaved(await api.post("/api/v1/save-enrollment", body));
    } catch (failure) {
      const message = messageOf(failure);
      setError(message || t`We couldn't send the email. Check your connection and try again.`);
    }
    setBusy(false);
  };

  if (saved) {
    return (
      <Dialog
        key="sent"
        title={<Trans>Saved. Check your email.</Trans>}
        onClose={onClose}
        footer={
          <Button tone="primary" onClick={onClose} data-autofocus>
            <Trans>Done</Trans>
          </Button>
        }
      >
        <p role="status">
          <Trans>
            We sent your plans and prices to <b>{saved.email}</b>, with a code that brings you back here on
            any device until {saved.expires_on}.
          </Trans>
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog
      key="ask"
      title={cart ? <Trans>Email me this cart</Trans> : <Trans>Email me these prices</Trans>}
      onClose={onClose}
      onSubmit={(event) => void send(event)}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" tone="primary" busy={busy} busyText={<Trans>Sending</Trans>}>
            <Trans>Send</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>
          We'll save your answers and cart for 30 days and email you a way back. You aren't buying anything
          yet.
        </Trans>
      </p>
      <TextField
        id="save-plans-email"
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
    </Dialog>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { WorkItem } from "@/client";
import { TextField } from "@/components/form/TextField";
import { toast } from "@/components/ui/Toast";
import ActionDialog from "@/components/work/ActionDialog";
import { useChanged } from "@/components/work/work";
import { api } from "@/lib/api";

/** Mails the person a new code; those before it stop working. */
export default function ResendDialog({ row, onClose }: { row: WorkItem; onClose: () => void }) {
  const { t } = useLingui();
  const changed = useChanged();
  const [email, setEmail] = useState("");
  const send = async () => {
    const sent = await api.post("/api/v1/resend-code", { enrollment_id: row.enrollment_id, email });
    toast(t`We sent a new code to ${sent.email}.`);
    await changed();
    onClose();
  };
  return (
    <ActionDialog
      title={<Trans>Send a code</Trans>}
      why={
        <Trans>
          We'll email a new enrollment code that opens this application on any device for 30 days. Earlier
          codes and links stop working.
        </Trans>
      }
      action={<Trans>Send Code</Trans>}
      busyText={t`Sending`}
      onSubmit={send}
      onClose={onClose}
    >
      {(errors) => (
        <TextField
          label={t`Email`}
          hint={t`Leave it empty to use the address in the application, if there is one.`}
          name="code-email"
          type="email"
          autoComplete="off"
          maxLength={254}
          value={email}
          error={errors.email}
          onChange={(event) => setEmail(event.target.value)}
        />
      )}
    </ActionDialog>
  );
}

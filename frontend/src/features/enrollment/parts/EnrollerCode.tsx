import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { TextField } from "@/components/form/TextField";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { messageOf } from "@/lib/api";
import { wizardApi } from "../api";
import s from "../Enroll.module.css";
import { useStep } from "../engine/wizard";

/** The code of the person who enrolls somebody else. */
export default function EnrollerCode({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) {
  const { t } = useLingui();
  const { enrollmentId } = useStep();
  const [code, setCode] = useState("");
  const [error, setError] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!code.trim()) return setError(t`Enter Enroller Code`);
    setBusy(true);
    try {
      await wizardApi.enrollerCode(enrollmentId, code.trim());
      onSaved();
    } catch (failure) {
      const message = messageOf(failure);
      setError(message || t`We could not check the code. Please try again.`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={<Trans>Enter Enroller Code</Trans>}
      onClose={onClose}
      onSubmit={(event) => void save(event)}
      footer={
        <Button type="submit" tone="primary" busy={busy} busyText={<Trans>Saving</Trans>}>
          <Trans>Save</Trans>
        </Button>
      }
    >
      <TextField
        id="enroller-code-input"
        className={s.dialogField}
        label={<Trans>Enroller code</Trans>}
        autoComplete="off"
        maxLength={40}
        value={code}
        error={error}
        onChange={(event) => {
          setCode(event.target.value);
          setError(undefined);
        }}
        data-autofocus
      />
    </Dialog>
  );
}

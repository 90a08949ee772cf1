import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { ApiError } from "@/lib/api";
import { useStep } from "../engine/wizard";
import { handOverApi } from "./api";

/** Asks before the application is taken from the client. */
export function TakeBackDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const { t } = useLingui();
  const { enrollmentId } = useStep();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const take = async () => {
    setBusy(true);
    try {
      await handOverApi.takeBack(enrollmentId);
      onDone();
    } catch (failure) {
      setError(
        (failure instanceof ApiError && failure.message) || t`Something went wrong. Please try again.`,
      );
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={<Trans>Take the application back?</Trans>}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            <Trans>Leave it with the client</Trans>
          </Button>
          <Button tone="primary" busy={busy} busyText={<Trans>Saving</Trans>} onClick={() => void take()}>
            <Trans>Take it back</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>
          Your client's code stops working and their page closes. Their answers stay, and your proposed
          changes become drafts.
        </Trans>
      </p>
      {error && <p role="alert">{error}</p>}
    </Dialog>
  );
}

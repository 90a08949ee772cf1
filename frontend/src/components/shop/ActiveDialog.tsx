import { Trans } from "@lingui/react/macro";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import s from "./Dialogs.module.css";

/** The member already has the plan. */
export default function ActiveDialog({ message, onClose }: { message: string; onClose: () => void }) {
  return (
    <Dialog
      title={<Trans>You already have this plan</Trans>}
      onClose={onClose}
      footer={
        <Button tone="primary" onClick={onClose}>
          <Trans>OK</Trans>
        </Button>
      }
    >
      <p className={s.why}>{message}</p>
    </Dialog>
  );
}

import { Trans } from "@lingui/react/macro";
import { useWorks } from "@/lib/shop/client";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import s from "./Dialogs.module.css";

/** The member already has the plan. */
export default function ActiveDialog({ message, onClose }: { message: string; onClose: () => void }) {
  const works = useWorks();
  return (
    <Dialog
      title={
        works ? <Trans>The member already has this plan</Trans> : <Trans>You already have this plan</Trans>
      }
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

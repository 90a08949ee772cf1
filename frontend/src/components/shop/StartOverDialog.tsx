import { Trans } from "@lingui/react/macro";
import { startOver } from "@/lib/shop/startOver";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import s from "./Dialogs.module.css";

/** Asked before the answers and the cart of a visitor go. */
export default function StartOverDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  return (
    <Dialog
      title={<Trans>Start over?</Trans>}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Keep my answers</Trans>
          </Button>
          <Button
            tone="danger-solid"
            onClick={() => {
              startOver();
              onDone();
            }}
          >
            <Trans>Start over</Trans>
          </Button>
        </>
      }
    >
      <p className={s.why}>
        <Trans>This clears your answers, your prices and your cart in this browser.</Trans>
      </p>
    </Dialog>
  );
}

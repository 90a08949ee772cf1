import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "@/components/ui/Button";
import HistoryDrawer from "./HistoryDrawer";

/** Opens what happened to an enrollment. */
export default function HistoryButton({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button tone="quiet" onClick={() => setOpen(true)}>
        <Trans>What happened</Trans>
      </Button>
      {open && <HistoryDrawer id={id} onClose={() => setOpen(false)} />}
    </>
  );
}

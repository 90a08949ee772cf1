import { Trans } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/components/ui/Button";

const QuoteDialog = lazy(() => import("./QuoteDialog"));

/** For the rep or group administrator whose cart it is. */
export default function QuoteEntry() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button block icon="send" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Trans>Send Personalized Quote</Trans>
      </Button>
      {open && (
        <Suspense fallback={null}>
          <QuoteDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

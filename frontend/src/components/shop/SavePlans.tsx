import { Trans } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/components/ui/Button";
import { useActor } from "@/lib/actor";
import { withTexts } from "@/lib/i18n";
import { useQuoteId } from "@/lib/shop/filter";

const SaveDialog = lazy(withTexts("dialogs", () => import("./SaveDialog")));

/** Lets shoppers keep what they have chosen before they apply. Reps and group administrators send quotes instead. */
export default function SavePlans({ cart = false }: { cart?: boolean }) {
  const enrollmentId = useQuoteId();
  const { role } = useActor();
  const [open, setOpen] = useState(false);
  if (!enrollmentId || role === "rep" || role === "group" || role === "staff") return null;
  return (
    <>
      <Button block={cart} icon="mail" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {cart ? <Trans>Email me this cart</Trans> : <Trans>Email me these prices</Trans>}
      </Button>
      <Suspense fallback={null}>
        {open && <SaveDialog enrollmentId={enrollmentId} cart={cart} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}

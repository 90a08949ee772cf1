import { Trans } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { Button, ButtonLink } from "@/components/ui/Button";
import { useActor } from "@/lib/actor";
import { partWithTexts } from "@/lib/load-part";

const StartDialog = lazy(partWithTexts("work", () => import("@/components/work/StartDialog")));

/** The next steps of a rep or group administrator after a client's receipt: another enrollment, or their members. */
export function SellerWays() {
  const { role } = useActor();
  const [open, setOpen] = useState(false);
  const members = role === "group" ? "/group-select-member" : "/agent-select-member";
  return (
    <>
      <Button tone="primary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Trans>Start another</Trans>
      </Button>
      <ButtonLink to={members}>
        <Trans>Back to members</Trans>
      </ButtonLink>
      {open && (
        <Suspense fallback={null}>
          <StartDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

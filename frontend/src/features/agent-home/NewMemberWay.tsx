import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/components/ui/Button";
import { WayTitle } from "@/components/work/EnrollPanel";

const StartDialog = lazy(() => import("@/components/work/StartDialog"));

/** The start with a new client: a popup asks for the portal, then goes on directly or into one of the rep's groups. */
export function NewMemberWay() {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  return (
    <div>
      <WayTitle
        icon="plus"
        title={<Trans>New Member</Trans>}
        text={t`Choose the enrollment portal, then enroll directly or in a group.`}
      />
      <div className="row">
        <Button tone="primary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Trans>Start New Member Enrollment</Trans>
        </Button>
      </div>
      {open && (
        <Suspense fallback={null}>
          <StartDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

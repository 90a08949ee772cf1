import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { LeadDetail } from "@/client";
import { RadioGroup } from "@/components/form/Choices";
import ActionDialog from "@/components/work/ActionDialog";
import { useLeadChange } from "./leads";
import { type Reason, useReasons } from "./status";

/** Asks why a lead is lost. */
export default function LostDialog({ lead, onClose }: { lead: LeadDetail; onClose: () => void }) {
  const { t } = useLingui();
  const reasons = useReasons();
  const { move } = useLeadChange(lead);
  const [reason, setReason] = useState<Reason | "">("");
  return (
    <ActionDialog
      title={<Trans>Why is this lead lost?</Trans>}
      action={<Trans>Mark as lost</Trans>}
      busyText={t`Saving`}
      check={() => (reason ? null : { reason: t`Choose a reason` })}
      onSubmit={async () => {
        await move.mutateAsync({ status: "LOST", reason });
        onClose();
      }}
      onClose={onClose}
    >
      {(errors, clear) => (
        <RadioGroup
          stacked
          label={<span className="sr">{t`Reason`}</span>}
          id="lead-reason"
          name="lead-reason"
          value={reason}
          error={errors.reason}
          options={Object.entries(reasons).map(([value, label]) => ({ value, label }))}
          onChange={(event) => {
            setReason(event.target.value as Reason);
            clear("reason");
          }}
        />
      )}
    </ActionDialog>
  );
}

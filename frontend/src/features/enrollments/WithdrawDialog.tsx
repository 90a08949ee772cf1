import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { WithdrawBody, WorkItem } from "@/client";
import { SelectField } from "@/components/form/SelectField";
import { toast } from "@/components/ui/Toast";
import ActionDialog from "@/components/work/ActionDialog";
import { useChanged } from "@/components/work/work";
import { api } from "@/lib/api";

function useReasons(): Record<WithdrawBody["reason"], string> {
  const { t } = useLingui();
  return {
    changed_mind: t`The client changed their mind`,
    elsewhere: t`The client is covered elsewhere`,
    not_eligible: t`The client is not eligible`,
    duplicate: t`Another enrollment takes its place`,
    mistake: t`Started by mistake`,
    other: t`Another reason`,
  };
}

/** Ends an enrollment that was not submitted; it can't be taken back, so it asks why. */
export default function WithdrawDialog({ row, onClose }: { row: WorkItem; onClose: () => void }) {
  const { t } = useLingui();
  const changed = useChanged();
  const reasons = useReasons();
  const [reason, setReason] = useState<WithdrawBody["reason"] | "">("");
  const withdraw = async () => {
    if (!reason) return;
    await api.post("/api/v1/withdraw-enrollment", { enrollment_id: row.enrollment_id, reason });
    toast(t`The enrollment was withdrawn.`);
    await changed();
    onClose();
  };
  return (
    <ActionDialog
      danger
      title={<Trans>Withdraw this enrollment?</Trans>}
      why={
        row.name ? (
          <Trans>
            No one can continue {row.name}'s application, and its codes stop working. This can't be undone.
          </Trans>
        ) : (
          <Trans>No one can continue it, and its codes stop working. This can't be undone.</Trans>
        )
      }
      action={<Trans>Withdraw enrollment</Trans>}
      busyText={t`Withdrawing`}
      check={() => (reason ? null : { reason: t`Field is required` })}
      onSubmit={withdraw}
      onClose={onClose}
    >
      {(errors) => (
        <SelectField
          label={t`Reason`}
          name="withdraw-reason"
          value={reason}
          placeholder={t`Please select`}
          error={errors.reason}
          options={Object.entries(reasons).map(([value, label]) => ({ value, label }))}
          onChange={(event) => setReason(event.target.value as WithdrawBody["reason"] | "")}
        />
      )}
    </ActionDialog>
  );
}

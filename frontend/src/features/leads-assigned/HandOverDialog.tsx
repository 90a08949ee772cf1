import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { LeadDetail } from "@/client";
import { SelectField } from "@/components/form/SelectField";
import { toast } from "@/components/ui/Toast";
import ActionDialog from "@/components/work/ActionDialog";
import { useLeadChange, useLeadReps } from "./leads";

/** Gives the lead to another rep. */
export default function HandOverDialog({ lead, onClose }: { lead: LeadDetail; onClose: () => void }) {
  const { t } = useLingui();
  const reps = useLeadReps(lead.lead_id);
  const { handOver } = useLeadChange(lead);
  const [rep, setRep] = useState("");
  if (!reps.data && !reps.isError) return null;
  const choices = reps.data?.result ?? [];
  const { title } = lead;
  return (
    <ActionDialog
      title={<Trans>Hand over {title}</Trans>}
      why={
        choices.length > 0 ? (
          <Trans>The rep sees this lead on their list right away. You can still read it.</Trans>
        ) : (
          <Trans>No other rep can sell where this person lives.</Trans>
        )
      }
      action={<Trans>Hand over</Trans>}
      busyText={t`Saving`}
      disabled={choices.length === 0}
      check={() => (rep ? null : { agent_id: t`Choose a rep` })}
      onSubmit={async () => {
        const changed = await handOver.mutateAsync(Number(rep));
        const name = changed.rep_name;
        toast(t`${name} has this lead now.`);
        onClose();
      }}
      onClose={onClose}
    >
      {(errors, clear) =>
        choices.length > 0 && (
          <SelectField
            label={t`Rep`}
            name="lead-rep"
            placeholder={t`Select`}
            value={rep}
            error={errors.agent_id}
            options={choices.map(({ agent_id, name }) => ({ value: String(agent_id), label: name }))}
            onChange={(event) => {
              setRep(event.target.value);
              clear("agent_id");
            }}
          />
        )
      }
    </ActionDialog>
  );
}

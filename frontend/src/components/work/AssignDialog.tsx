import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { AssignedItems } from "@/client";
import { SelectField } from "../form/SelectField";
import ActionDialog from "./ActionDialog";
import { ASSIGNING, type Assignable } from "./assigning";

interface AssignDialogProps {
  of: Assignable;
  ids: string[];
  title: ReactNode;
  /** What follows. */
  why: ReactNode;
  action: ReactNode;
  /** Throws ApiError where the dialog is to stay and say why. */
  onDone: (answer: AssignedItems, repName: string) => void;
  onClose: () => void;
}

/** Asks which rep gets some leads or quotes, and assigns them. */
export default function AssignDialog({ of, ids, why, onDone, onClose, ...dialog }: AssignDialogProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [rep, setRep] = useState("");
  const reps = useQuery({
    queryKey: ["reps-to-take", of, ids],
    queryFn: ({ signal }) => ASSIGNING[of].reps(ids, signal),
  });
  if (!reps.data && !reps.isError) return null;
  const choices = reps.data?.result ?? [];
  return (
    <ActionDialog
      {...dialog}
      why={
        choices.length > 0 ? (
          why
        ) : reps.isError ? (
          <Trans>We could not load the reps. Close this and try again.</Trans>
        ) : (
          <Trans>No other rep can sell where this person lives.</Trans>
        )
      }
      busyText={t`Saving`}
      disabled={choices.length === 0}
      check={() => (rep ? null : { agent_id: t`Choose a rep` })}
      onSubmit={async () => {
        const answer = await ASSIGNING[of].assign(ids, Number(rep));
        onDone(answer, choices.find(({ agent_id }) => String(agent_id) === rep)?.name ?? "");
        onClose();
        for (const key of ["leads", "sent-quotes", "today"]) {
          await client.invalidateQueries({ queryKey: [key] });
        }
      }}
      onClose={onClose}
    >
      {(errors, clear) =>
        choices.length > 0 && (
          <SelectField
            label={t`Rep`}
            name="new-rep"
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

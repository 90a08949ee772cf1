import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { BirthDatePreview, GroupPerson } from "@/client";
import { DateField } from "@/components/form/DateField";
import { Banner } from "@/components/ui/Banner";
import ActionDialog from "@/components/work/ActionDialog";
import { confirmPreview } from "@/components/work/Previewed";
import { api } from "@/lib/api";
import { Effect } from "./Effect";
import { refreshPerson } from "./reads";

interface BirthDateProps {
  person: GroupPerson;
  onClose: () => void;
  onDone: (waitsFor: string, orderId: string) => void;
}

/** Puts a birth date right: first it shows what changes, then it is saved, or the team is asked. */
export default function BirthDateDialog({ person, onClose, onDone }: BirthDateProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [typed, setTyped] = useState(person.birth_date);
  const [shown, setShown] = useState<BirthDatePreview | null>(null);
  const { first_name: name } = person;
  const order = { member_id: person.person.member_id, birth_date: typed };
  const submit = async () => {
    const preview = async () => setShown(await api.post("/api/v1/preview-birth-date", order));
    if (!shown) return preview();
    const confirmed = { ...order, digest: shown.digest };
    const done = await confirmPreview(() => api.post("/api/v1/correct-birth-date", confirmed), preview);
    client.setQueryData(["group-person", order.member_id], done.person);
    await refreshPerson(client);
    onDone(done.waits_for, done.order_id);
  };
  const action = !shown ? (
    <Trans>See what changes</Trans>
  ) : shown.asks ? (
    <Trans>Ask for a correction</Trans>
  ) : (
    <Trans>Save birth date</Trans>
  );
  return (
    <ActionDialog
      title={<Trans>Correct birth date</Trans>}
      action={action}
      busyText={shown ? t`Saving` : t`Calculating`}
      onSubmit={submit}
      onClose={onClose}
    >
      {(errors, clear) => (
        <div className="stack-6">
          <DateField
            id="fix-birth_date"
            name="birth_date"
            label={t`Birth date`}
            value={typed}
            error={errors.birth_date}
            onChange={(change: { target: { value: string } }) => {
              setTyped(change.target.value);
              setShown(null);
              clear("birth_date");
            }}
          />
          <div aria-live="polite" className="stack-6">
            {shown && (
              <>
                <Effect
                  title={<Trans>What this changes</Trans>}
                  effect={shown}
                  name={name}
                  nothing={<Trans>{name} has no plan of the group, so no price changes.</Trans>}
                />
                {shown.rows
                  .filter((row) => row.problem)
                  .map((row) => (
                    <p key={row.policy_number} className="small">
                      {row.plan}: {row.problem}
                    </p>
                  ))}
                {shown.asks && <Banner tone="info">{shown.asks}</Banner>}
              </>
            )}
          </div>
        </div>
      )}
    </ActionDialog>
  );
}

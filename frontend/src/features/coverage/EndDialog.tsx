import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import type { ChangeOrder, Preview } from "@/client";
import { DateField } from "@/components/form/DateField";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { announce } from "@/lib/announce";
import { api } from "@/lib/api";
import { type PolicySummary, useKeepCoverage } from "./reads";
import { useSending } from "./useSending";

interface EndDialogProps {
  policy: PolicySummary;
  day: string;
  onClose: () => void;
}

/** The last day first, then what follows from it, then the end itself. */
export function EndDialog({ policy, day, onClose }: EndDialogProps) {
  const { t } = useLingui();
  const keep = useKeepCoverage();
  const [lastDay, setLastDay] = useState(day);
  const [shown, setShown] = useState<Preview | null>(null);
  const { errors, problem, busy, submit, clear } = useSending("end-", ["last_day"]);
  const order: ChangeOrder = { kind: "end", policies: [policy.number], last_day: lastDay };
  const refused = shown?.rows.find((row) => !row.possible)?.problem;

  const send = (event: FormEvent) => {
    event.preventDefault();
    void submit({ last_day: lastDay ? undefined : t`Field is required` }, async () => {
      if (!shown?.possible) {
        setShown(await api.post("/api/v1/preview-change", order));
        return;
      }
      const done = await api.post("/api/v1/submit-change", { ...order, digest: shown.digest });
      keep(done.coverage);
      announce(t`Coverage ends on ${lastDay}.`);
      onClose();
    });
  };

  return (
    <Dialog
      title={<Trans>End {policy.plan}</Trans>}
      onClose={onClose}
      onSubmit={send}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Keep it</Trans>
          </Button>
          {shown?.possible ? (
            <Button type="submit" tone="danger-solid" busy={busy} busyText={t`Sending`}>
              <Trans>End it on {lastDay}</Trans>
            </Button>
          ) : (
            <Button type="submit" tone="danger" busy={busy} busyText={t`Looking`}>
              <Trans>What follows?</Trans>
            </Button>
          )}
        </>
      }
    >
      {problem && (
        <Banner tone="bad" live="alert">
          {problem}
        </Banner>
      )}
      <DateField
        id="end-last_day"
        label={t`Last day`}
        hint={t`This day is still covered.`}
        value={lastDay}
        error={errors.last_day ?? refused}
        onChange={(event) => {
          setLastDay(event.target.value);
          setShown(null);
          clear("last_day");
        }}
      />
      {shown && shown.consequences.length > 0 && (
        <ul aria-live="polite">
          {shown.consequences.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

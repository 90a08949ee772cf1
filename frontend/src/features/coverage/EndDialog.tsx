import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { flushSync } from "react-dom";
import type { ChangeOrder } from "@/client";
import { ChoiceCards } from "@/components/form/Choices";
import { DateField } from "@/components/form/DateField";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { PastMonths } from "@/components/work/PastMonths";
import { announce } from "@/lib/announce";
import { ApiError, api } from "@/lib/api";
import { parseDay } from "@/lib/dates";
import { focusQuietly } from "@/lib/page";
import s from "./Coverage.module.css";
import { monthEnds } from "./lastDays";
import { type PolicySummary, useKeepCoverage } from "./reads";
import { useSending } from "./useSending";

interface EndDialogProps {
  policy: PolicySummary;
  day: string;
  onClose: () => void;
}

const OTHER = "other";
const MONTHS = 2;

/** Status stands below the title, far from the button that opened the dialog. */
function showOutcome(): void {
  const heading = document.querySelector("h1");
  focusQuietly(heading);
  heading?.scrollIntoView({ block: "start" });
}

/** The last day and what follows from it, worked out for each day that is chosen, then the end itself. */
export function EndDialog({ policy, day, onClose }: EndDialogProps) {
  const { t } = useLingui();
  const keep = useKeepCoverage();
  const ends = monthEnds(day, MONTHS);
  const [choice, setChoice] = useState(ends[0] ?? OTHER);
  const [typed, setTyped] = useState("");
  const { errors, problem, busy, submit, clear } = useSending("end-", ["last_day"]);
  const lastDay = choice === OTHER ? typed : choice;
  const order: ChangeOrder = { kind: "end", policies: [policy.number], last_day: lastDay };
  const preview = useQuery({
    queryKey: ["end-preview", order],
    enabled: parseDay(lastDay) !== null,
    queryFn: () => api.post("/api/v1/preview-change", order),
    retry: false,
    gcTime: 0,
  });
  const shown = preview.data;
  const failed = preview.error instanceof ApiError ? preview.error.fieldErrors.last_day : undefined;
  const refused = shown?.rows.find((row) => !row.possible)?.problem ?? failed;

  const send = (event: FormEvent) => {
    event.preventDefault();
    void submit({ last_day: lastDay ? undefined : t`Field is required` }, async () => {
      if (!shown?.possible) {
        await preview.refetch();
        return;
      }
      const done = await api.post("/api/v1/submit-change", { ...order, digest: shown.digest });
      keep(done.coverage);
      const held = done.coverage.held.find((row) => row.id === done.order_id);
      const { title, waits_for: group } = held ?? {};
      announce(held ? t`${title}: waiting for ${group}` : t`Coverage ends on ${lastDay}.`);
      flushSync(onClose); // the dialog gives the focus back to its button first
      showOutcome();
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
            <Button
              type="submit"
              tone="danger"
              busy={busy || preview.isFetching}
              busyText={t`Looking`}
              disabled={!lastDay}
            >
              <Trans>What happens next?</Trans>
            </Button>
          )}
        </>
      }
    >
      {(problem || (choice !== OTHER && refused)) && (
        <Banner tone="bad" live="alert">
          {problem || refused}
        </Banner>
      )}
      <ChoiceCards
        id="end-choice"
        label={t`Last day of coverage`}
        value={choice}
        onChange={(event) => {
          setChoice(event.target.value);
          clear("last_day");
        }}
        choices={[
          ...ends.map((end, index) => ({
            value: end,
            title: end,
            fact: index === 0 ? t`The end of this month` : t`The end of next month`,
          })),
          { value: OTHER, title: t`Another day`, fact: t`Today or later` },
        ]}
      />
      {choice === OTHER && (
        <DateField
          id="end-last_day"
          label={t`Last day`}
          hint={t`This day is still covered.`}
          value={typed}
          error={errors.last_day ?? refused}
          onChange={(event) => {
            setTyped(event.target.value);
            clear("last_day");
          }}
        />
      )}
      <div aria-live="polite">
        {shown && <PastMonths rows={shown.rows} />}
        {shown && shown.consequences.length > 0 && (
          <ul className={s.follows}>
            {shown.consequences.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

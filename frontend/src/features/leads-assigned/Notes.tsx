import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import type { LeadDetail } from "@/client";
import { Segmented } from "@/components/form/Choices";
import { DateField } from "@/components/form/DateField";
import { TextArea } from "@/components/form/TextField";
import { Button } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { toast } from "@/components/ui/Toast";
import { ApiError } from "@/lib/api";
import { formatMoment, today } from "@/lib/dates";
import s from "./Lead.module.css";
import { useLeadChange } from "./leads";

type Outcome = LeadDetail["notes"][number]["outcome"];

export function useOutcomes(): Record<Exclude<Outcome, "">, string> {
  const { t } = useLingui();
  return { talked: t`We talked`, message: t`Left a message`, no_answer: t`No answer` };
}

function Written({ notes }: { notes: LeadDetail["notes"] }) {
  const { i18n } = useLingui();
  const outcomes = useOutcomes();
  return (
    <ul className={s.notes}>
      {notes.map((note) => (
        <li key={note.at}>
          {note.outcome && <b>{outcomes[note.outcome]}</b>}
          {note.text && <p>{note.text}</p>}
          <span className="xs mute">
            {note.author}, <time dateTime={note.at}>{formatMoment(new Date(note.at), i18n.locale)}</time>
          </span>
        </li>
      ))}
    </ul>
  );
}

function NoteForm({ lead, called }: { lead: LeadDetail; called: boolean }) {
  const { t } = useLingui();
  const { note } = useLeadChange(lead);
  const outcomes = useOutcomes();
  const [text, setText] = useState("");
  const [outcome, setOutcome] = useState<Outcome>("");
  const [day, setDay] = useState("");
  const [errors, setErrors] = useState<Record<string, string>>({});
  const asksOutcome = called || lead.call.state === "ok" || outcome !== "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (note.isPending) return;
    if (!text.trim() && !outcome && !day) return setErrors({ text: t`Field is required` });
    setErrors({});
    note.mutate(
      { text, outcome, follow_up_on: day },
      {
        onSuccess: () => {
          setText("");
          setOutcome("");
          setDay("");
          toast(text.trim() || outcome ? t`Your note is saved.` : t`We'll remind you on ${day}.`);
        },
        onError: (reason) => {
          const fields = reason instanceof ApiError ? reason.fieldErrors : {};
          const message = reason instanceof ApiError && reason.message;
          setErrors(
            Object.keys(fields).length > 0
              ? fields
              : { text: message || t`We could not reach the server. Please try again.` },
          );
        },
      },
    );
  };
  return (
    <form className={s.form} onSubmit={submit} noValidate>
      {asksOutcome && (
        <Segmented
          label={t`How did the call go?`}
          optional
          id="lead-outcome"
          name="lead-outcome"
          value={outcome}
          error={errors.outcome}
          options={Object.entries(outcomes).map(([value, label]) => ({ value, label }))}
          onChange={(event) => setOutcome(event.target.value as Outcome)}
        />
      )}
      <TextArea
        label={t`Note`}
        name="lead-note"
        rows={3}
        maxLength={1000}
        value={text}
        error={errors.text}
        onChange={(event) => {
          setText(event.target.value);
          setErrors({});
        }}
      />
      <div className={s.formFoot}>
        <DateField
          label={t`Follow up on`}
          optional
          id="lead-follow-up"
          name="lead-follow-up"
          value={day}
          from={today()}
          error={errors.follow_up_on}
          onChange={(event) => {
            setDay(event.target.value);
            setErrors({});
          }}
        />
        <Button type="submit" busy={note.isPending} busyText={t`Saving`}>
          <Trans>Save note</Trans>
        </Button>
      </div>
    </form>
  );
}

/** Calls and notes so far, and the next one. */
export function Notes({ lead, called }: { lead: LeadDetail; called: boolean }) {
  if (!lead.mine && lead.notes.length === 0) return null;
  return (
    <Panel titleId="lead-notes" title={<Trans>Notes</Trans>}>
      <div className={s.body}>
        {lead.notes.length > 0 && <Written notes={lead.notes} />}
        {lead.mine && <NoteForm lead={lead} called={called} />}
      </div>
    </Panel>
  );
}

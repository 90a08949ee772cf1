import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import type { LeadItem } from "@/client";
import { SelectField } from "@/components/form/SelectField";
import { TextArea } from "@/components/form/TextField";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Drawer } from "@/components/ui/Drawer";
import { ApiError } from "@/lib/api";
import { formatMoment } from "@/lib/dates";
import s from "./LeadsAssigned.module.css";
import { useLeadChange } from "./leads";
import { useLeadWords } from "./status";

function Notes({ lead }: { lead: LeadItem }) {
  const { t, i18n } = useLingui();
  const { note } = useLeadChange(lead);
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (note.isPending) return;
    if (!text.trim()) return setError(t`Field is required`);
    note.mutate(text, {
      onSuccess: () => setText(""),
      onError: (reason) => {
        const message = reason instanceof ApiError && (reason.fieldErrors.text || reason.message);
        setError(message || t`We could not reach the server. Please try again.`);
      },
    });
  };
  return (
    <section className={s.part} aria-labelledby="lead-notes">
      <h3 id="lead-notes">
        <Trans>Notes</Trans>
      </h3>
      {lead.notes.length > 0 && (
        <ul className={s.notes}>
          {lead.notes.map((note) => (
            <li key={note.at}>
              <p>{note.text}</p>
              <span className="xs mute">
                {note.author}, <time dateTime={note.at}>{formatMoment(new Date(note.at), i18n.locale)}</time>
              </span>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={submit} noValidate>
        <TextArea
          label={t`New note`}
          name="lead-note"
          rows={3}
          maxLength={1000}
          value={text}
          error={error}
          onChange={(event) => {
            setText(event.target.value);
            setError(undefined);
          }}
        />
        <div className="row">
          <Button type="submit" size="sm" busy={note.isPending} busyText={t`Saving`}>
            <Trans>Save note</Trans>
          </Button>
        </div>
      </form>
    </section>
  );
}

/** A lead: how far it is, what was said in the chat, and what was noted. */
export default function LeadDrawer({ lead, onClose }: { lead: LeadItem; onClose: () => void }) {
  const { t } = useLingui();
  const words = useLeadWords();
  const { move } = useLeadChange(lead);
  return (
    <Drawer
      title={lead.email || lead.phone || t`Visitor without contact`}
      subtitle={<Trans>Chat of {lead.began_on}</Trans>}
      onClose={onClose}
    >
      <section className={s.part}>
        <SelectField
          label={t`Status`}
          name="lead-status"
          value={lead.status}
          options={Object.entries(words).map(([value, label]) => ({ value, label }))}
          onChange={(event) => move.mutate(event.target.value as LeadItem["status"])}
        />
        {move.isError && (
          <Banner tone="bad" live="alert">
            <Trans>We could not save the status. Please try again.</Trans>
          </Banner>
        )}
        {(lead.phone || lead.email) && (
          <p>
            {lead.phone && <a href={`tel:${lead.phone.replace(/\D/g, "")}`}>{lead.phone}</a>}
            {lead.phone && lead.email && " · "}
            {lead.email && <a href={`mailto:${lead.email}`}>{lead.email}</a>}
          </p>
        )}
      </section>
      <section className={s.part} aria-labelledby="lead-chat">
        <h3 id="lead-chat">
          <Trans>Chat</Trans>
        </h3>
        <dl className={s.chat}>
          {lead.answers.map((answer) => (
            <div key={answer.question}>
              <dt>{answer.question}</dt>
              <dd>{answer.answer}</dd>
            </div>
          ))}
        </dl>
        {lead.page && (
          <p className="xs mute">
            <Trans>Began at {lead.page}</Trans>
          </p>
        )}
      </section>
      <Notes lead={lead} />
    </Drawer>
  );
}

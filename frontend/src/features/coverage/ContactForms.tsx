import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import type { ContactChange, MemberDetails } from "@/client";
import { Segmented } from "@/components/form/Choices";
import { ErrorSummary } from "@/components/form/ErrorSummary";
import { MaskedField, TextField } from "@/components/form/TextField";
import { EmailChange } from "@/components/session/EmailChange";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { toast } from "@/components/ui/Toast";
import { useActor } from "@/lib/actor";
import { api } from "@/lib/api";
import { type Labels, type ShortForm, useSubmit } from "@/lib/useSubmit";
import s from "./Details.module.css";

interface ContactFormProps {
  details: MemberDetails;
  onClose: () => void;
}

interface InPlaceProps {
  form: ShortForm;
  onSubmit: (event: FormEvent) => void;
  onClose: () => void;
  save: ReactNode;
  /** As things are it can't be saved. */
  blocked?: boolean;
  children: ReactNode;
}

/** A short form in the row of what it changes. */
export function InPlace({ form, onSubmit, onClose, save, blocked, children }: InPlaceProps) {
  const { t } = useLingui();
  return (
    <form className={s.inPlace} noValidate onSubmit={onSubmit}>
      <ErrorSummary items={form.items} attempt={form.attempt} />
      {form.done && (
        <Banner tone="ok" live="status">
          {form.done}
        </Banner>
      )}
      {children}
      <div className={s.buttons}>
        <Button
          type="submit"
          tone="primary"
          size="sm"
          busy={form.busy}
          busyText={t`Saving`}
          disabled={blocked}
        >
          {save}
        </Button>
        <Button tone="quiet" size="sm" onClick={onClose}>
          {form.done ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}
        </Button>
      </div>
    </form>
  );
}

/** Send a change, and show the details as they are then. */
function useContactChange(onClose: () => void) {
  const client = useQueryClient();
  const { userId } = useActor();
  return async (change: ContactChange) => {
    const answer = await api.postEnvelope("/api/v1/change-contact", change);
    client.setQueryData(["member-details", userId], answer?.data);
    onClose();
    toast(answer?.message ?? "");
  };
}

export function PhoneForm({ details, onClose }: ContactFormProps) {
  const { t } = useLingui();
  const send = useContactChange(onClose);
  const labels: Labels<"phone"> = { phone: t`New phone number` };
  const { errors, clear, submit, ...form } = useSubmit(labels, "contact-");
  const [phone, setPhone] = useState(details.phone);
  const save = (event: FormEvent) => {
    event.preventDefault();
    void submit({ phone: phone.trim() ? undefined : t`Field is required` }, () => send({ phone }));
  };
  return (
    <InPlace
      form={{ ...form, done: null }}
      onSubmit={save}
      onClose={onClose}
      save={<Trans>Save phone</Trans>}
    >
      <MaskedField
        kind="phone"
        id="contact-phone"
        label={labels.phone}
        value={phone}
        error={errors.phone}
        autoComplete="tel"
        autoFocus
        onChange={(event) => {
          setPhone(event.target.value);
          clear("phone");
        }}
      />
    </InPlace>
  );
}

const MAILING = [
  "mailing_address1",
  "mailing_address2",
  "mailing_zip",
  "mailing_city",
  "mailing_state",
] as const;
type Mailing = (typeof MAILING)[number];
const HOME = "home";
const OTHER = "other";

export function MailingForm({ details, onClose }: ContactFormProps) {
  const { t } = useLingui();
  const send = useContactChange(onClose);
  const labels: Labels<Mailing> = {
    mailing_address1: t`Street address or PO box`,
    mailing_address2: t`Apartment or unit`,
    mailing_zip: t`ZIP code`,
    mailing_city: t`City`,
    mailing_state: t`State`,
  };
  const { errors, clear, submit, ...form } = useSubmit(labels, "contact-");
  const [goesTo, setGoesTo] = useState(details.mailing_address ? HOME : OTHER);
  const [typed, setTyped] = useState<Partial<Record<Mailing, string>>>({});
  const field = (name: Mailing) => ({
    id: `contact-${name}`,
    label: labels[name],
    value: typed[name] ?? "",
    error: errors[name],
    onChange: (event: { target: { value: string } }) => {
      const { value } = event.target;
      setTyped((before) => ({ ...before, [name]: value }));
      clear(name);
    },
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    const missing = MAILING.filter((name) => name !== "mailing_address2" && !typed[name]?.trim());
    const problems = goesTo === OTHER ? missing.map((name) => [name, t`Field is required`]) : [];
    const change = goesTo === OTHER ? { mailing: "other" as const, ...typed } : { mailing: "home" as const };
    void submit(Object.fromEntries(problems), () => send(change));
  };
  return (
    <InPlace
      form={{ ...form, done: null }}
      onSubmit={save}
      onClose={onClose}
      save={<Trans>Save mailing address</Trans>}
    >
      <Segmented
        name="goes-to"
        label={t`Send letters`}
        value={goesTo}
        onChange={(event) => setGoesTo(event.target.value)}
        options={[
          { value: HOME, label: t`To your home` },
          { value: OTHER, label: t`To another address` },
        ]}
      />
      {goesTo === OTHER && (
        <>
          <TextField {...field("mailing_address1")} maxLength={80} autoComplete="address-line1" />
          <TextField {...field("mailing_address2")} maxLength={80} autoComplete="address-line2" optional />
          <MaskedField kind="zip" {...field("mailing_zip")} autoComplete="postal-code" />
          <TextField {...field("mailing_city")} maxLength={60} autoComplete="address-level2" />
          <TextField {...field("mailing_state")} maxLength={2} autoComplete="address-level1" />
        </>
      )}
    </InPlace>
  );
}

/** The address that the member signs in with is the one on record. */
export function EmailForm({ onClose }: ContactFormProps) {
  return (
    <EmailChange
      prefix="contact-"
      autoFocus
      frame={(props) => <InPlace {...props} onClose={onClose} save={<Trans>Send the link</Trans>} />}
    />
  );
}

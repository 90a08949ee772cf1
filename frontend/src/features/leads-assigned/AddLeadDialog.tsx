import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { LeadAdded, LeadBody } from "@/client";
import { Checkbox } from "@/components/form/Choices";
import { DateField } from "@/components/form/DateField";
import { SelectField } from "@/components/form/SelectField";
import { MaskedField, TextArea, TextField } from "@/components/form/TextField";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { toast } from "@/components/ui/Toast";
import ActionDialog from "@/components/work/ActionDialog";
import { today } from "@/lib/dates";
import { masks } from "@/lib/masks";
import { Link } from "@/lib/router";
import s from "./Lead.module.css";
import { useAddLead } from "./leads";
import { Withdrawn } from "./Withdrawn";

type Text = "name" | "phone" | "email" | "zip" | "born" | "words" | "note";
type Language = NonNullable<LeadBody["language"]>;
type Channel = "phone" | "email";

/** The lead that is there, and what of the note and the consents can be saved with it. */
function Same({ lead, told, onKeep }: { lead: LeadAdded; told: Channel[]; onKeep: () => void }) {
  const { title, keeps } = lead;
  const consent = keeps.some((item) => item !== "note");
  return (
    <Banner
      tone="warn"
      live="alert"
      action={
        keeps.length > 0 && (
          <Button
            onClick={(event) => {
              onKeep();
              event.currentTarget.form?.requestSubmit();
            }}
          >
            {!consent && <Trans>Save the note there</Trans>}
            {consent && !keeps.includes("note") && <Trans>Save the consent there</Trans>}
            {consent && keeps.includes("note") && <Trans>Save the note and consent there</Trans>}
          </Button>
        )
      }
    >
      <Trans>
        You already have a lead with this phone number or email:{" "}
        <Link to={`/leads/${lead.lead_id}`}>{title}</Link>.
      </Trans>
      {told.some((channel) => !keeps.includes(channel)) && (
        <p>
          <Trans>
            That lead has another phone number or email. The consent for this one can't be saved there.
          </Trans>
        </p>
      )}
      <Withdrawn of={lead} />
    </Banner>
  );
}

/** Adds a person who called or came in as the rep's own lead, and opens it. */
export default function AddLeadDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui();
  const add = useAddLead();
  const navigate = useNavigate();
  const [typed, setTyped] = useState<Partial<Record<Text, string>>>({});
  const [language, setLanguage] = useState<Language>(i18n.locale === "es" ? "es" : "en");
  const [told, setTold] = useState<Channel[]>([]);
  const [same, setSame] = useState<LeadAdded | null>(null);
  const value = (name: Text) => typed[name]?.trim() ?? "";
  const check = () => {
    const wrong: Record<string, string> = {};
    if (!value("name")) wrong.name = t`Field is required`;
    if (!value("phone") && !value("email")) wrong.phone = t`Enter a phone number or an email address.`;
    return Object.keys(wrong).length > 0 ? wrong : null;
  };
  // Set by the button that saves with the lead that is there, for the one submit that follows.
  const keeping = useRef(false);
  const submit = async () => {
    const keep = keeping.current;
    keeping.current = false;
    const phone = masks.phone.parse(value("phone"));
    const lead = await add({
      ...typed,
      phone,
      language,
      told: channels,
      again: same !== null && !keep,
      keep,
    });
    if (!lead.added && !keep) return setSame(lead);
    toast(lead.added ? t`Lead added.` : t`Saved.`);
    onClose();
    await navigate(`/leads/${lead.lead_id}`);
  };
  const channels = told.filter((channel) => value(channel));
  const tell = (channel: Channel) => (event: { target: { checked: boolean } }) => {
    setSame(null);
    setTold((before) => before.filter((one) => one !== channel).concat(event.target.checked ? channel : []));
  };
  const now = today();
  return (
    <ActionDialog
      title={<Trans>Add a lead</Trans>}
      why={<Trans>A name and a phone number or email address are enough.</Trans>}
      action={same ? <Trans>Add anyway</Trans> : <Trans>Add lead</Trans>}
      busyText={t`Saving`}
      check={check}
      onSubmit={submit}
      onClose={onClose}
    >
      {(errors, clear) => {
        const field = (name: Text) => ({
          name,
          id: `new-lead-${name}`,
          value: typed[name] ?? "",
          error: errors[name],
          onChange: (event: { target: { value: string } }) => {
            const { value } = event.target;
            setTyped((before) => ({ ...before, [name]: value }));
            clear(name);
            if (name === "phone" || name === "email" || name === "note") setSame(null);
          },
        });
        return (
          <div className={s.answers}>
            <TextField {...field("name")} label={t`Name`} autoComplete="off" maxLength={200} />
            <MaskedField kind="phone" {...field("phone")} label={t`Phone number`} autoComplete="off" />
            {value("phone") && (
              <Checkbox
                name="told-phone"
                checked={told.includes("phone")}
                onChange={tell("phone")}
                label={t`They told me that we may call or text them`}
              />
            )}
            <TextField
              {...field("email")}
              label={t`Email address`}
              type="email"
              autoComplete="off"
              maxLength={254}
            />
            {value("email") && (
              <Checkbox
                name="told-email"
                checked={told.includes("email")}
                onChange={tell("email")}
                label={t`They told me that we may email them`}
              />
            )}
            <MaskedField kind="zip" {...field("zip")} label={t`ZIP code`} autoComplete="off" optional />
            <DateField
              {...field("born")}
              label={t`Date of birth`}
              to={now}
              startAt={{ ...now, year: now.year - 30, day: 1 }}
              optional
            />
            <TextArea {...field("words")} label={t`What they want`} rows={2} maxLength={1000} optional />
            <SelectField
              label={t`Language they speak`}
              id="new-lead-language"
              name="language"
              value={language}
              options={[
                { value: "en", label: t`English` },
                { value: "es", label: t`Spanish` },
              ]}
              onChange={(event) => setLanguage(event.target.value as Language)}
            />
            <TextArea {...field("note")} label={t`Note`} rows={2} maxLength={1000} optional />
            {same && (
              <Same
                lead={same}
                told={channels}
                onKeep={() => {
                  keeping.current = true;
                }}
              />
            )}
          </div>
        );
      }}
    </ActionDialog>
  );
}

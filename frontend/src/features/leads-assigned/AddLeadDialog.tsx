import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { LeadAdded, LeadBody } from "@/client";
import { Checkbox } from "@/components/form/Choices";
import { DateField } from "@/components/form/DateField";
import { SelectField } from "@/components/form/SelectField";
import { MaskedField, TextArea, TextField } from "@/components/form/TextField";
import { Banner } from "@/components/ui/Banner";
import { toast } from "@/components/ui/Toast";
import ActionDialog from "@/components/work/ActionDialog";
import { today } from "@/lib/dates";
import { masks } from "@/lib/masks";
import { Link } from "@/lib/router";
import s from "./Lead.module.css";
import { useAddLead } from "./leads";

type Text = "name" | "phone" | "email" | "zip" | "born" | "words" | "note";
type Language = NonNullable<LeadBody["language"]>;
type Channel = "phone" | "email";

function Same({ lead }: { lead: LeadAdded }) {
  const { title } = lead;
  return (
    <Banner tone="warn" live="alert">
      <Trans>
        You already have a lead with this phone number or email:{" "}
        <Link to={`/leads/${lead.lead_id}`}>{title}</Link>.
      </Trans>
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
  const submit = async () => {
    const phone = masks.phone.parse(value("phone"));
    const lead = await add({ ...typed, phone, language, told, again: same !== null });
    if (!lead.added) return setSame(lead);
    toast(t`Lead added.`);
    onClose();
    await navigate(`/leads/${lead.lead_id}`);
  };
  const tell = (channel: Channel) => (event: { target: { checked: boolean } }) =>
    setTold((before) => before.filter((one) => one !== channel).concat(event.target.checked ? channel : []));
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
            if (name === "phone" || name === "email") setSame(null);
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
            {same && <Same lead={same} />}
          </div>
        );
      }}
    </ActionDialog>
  );
}

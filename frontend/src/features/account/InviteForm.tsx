import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { AdministratorInvitation } from "@/client";
import { SelectField } from "@/components/form/SelectField";
import { TextField } from "@/components/form/TextField";
import { Button } from "@/components/ui/Button";
import { api } from "@/lib/api";
import { useShortForm } from "@/lib/useSubmit";
import s from "./Account.module.css";
import { AccountForm } from "./AccountForm";

type Language = NonNullable<AdministratorInvitation["language"]>;

/** Mails somebody a link to choose a password and administer the group, too. */
export function InviteForm({ onSent }: { onSent: () => void }) {
  const { t } = useLingui();
  const [language, setLanguage] = useState<Language>("en");
  const form = useShortForm({ name: t`Name`, email: t`Email address` }, { prefix: "invite-" });
  const send = form.onSubmit(async (values) => {
    const body = { ...values, language };
    const answer = await api.postEnvelope("/api/v1/group-administrators/invite", body);
    setLanguage("en");
    onSent();
    return answer;
  });
  const title = (
    <h3 id="invite-title">
      <Trans>Invite another administrator</Trans>
    </h3>
  );
  return (
    <AccountForm
      className={s.invite}
      form={form}
      title={title}
      onSubmit={send}
      aria-labelledby="invite-title"
    >
      <TextField {...form.field("name")} autoComplete="off" maxLength={120} />
      <TextField
        {...form.field("email")}
        hint={t`We'll email a link to choose a password. If it isn't used, you can send another.`}
        type="email"
        autoComplete="off"
        maxLength={254}
      />
      <SelectField
        label={t`Language of the email`}
        id="invite-language"
        name="language"
        value={language}
        options={[
          { value: "en", label: "English" },
          { value: "es", label: "Español" },
        ]}
        onChange={(event) => setLanguage(event.target.value as Language)}
      />
      <Button type="submit" busy={form.busy} busyText={t`Sending`}>
        <Trans>Send the invitation</Trans>
      </Button>
    </AccountForm>
  );
}

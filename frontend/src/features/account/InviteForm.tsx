import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import type { AdministratorInvitation } from "@/client";
import { ErrorSummary } from "@/components/form/ErrorSummary";
import { SelectField } from "@/components/form/SelectField";
import { TextField } from "@/components/form/TextField";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { api } from "@/lib/api";
import { useSubmit } from "@/lib/useSubmit";
import s from "./Account.module.css";

const EMPTY: Required<Pick<AdministratorInvitation, "name" | "email" | "language">> = {
  name: "",
  email: "",
  language: "en",
};

/** Mails somebody a link to choose a password and administer the group, too. */
export function InviteForm({ onSent }: { onSent: () => void }) {
  const { t } = useLingui();
  const [values, setValues] = useState(EMPTY);
  const [done, setDone] = useState<string | null>(null);
  const form = useSubmit({ name: t`Name`, email: t`E-mail address` }, "invite-");
  const change = (name: keyof typeof EMPTY) => (event: { target: { value: string } }) => {
    setValues({ ...values, [name]: event.target.value });
    if (name !== "language") form.clear(name);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    setDone(null);
    const missing = t`Field is required`;
    const problems = {
      name: values.name.trim() ? undefined : missing,
      email: values.email.trim() ? undefined : missing,
    };
    void form.submit(problems, async () => {
      const body = { ...values, name: values.name.trim(), email: values.email.trim() };
      const answer = await api.postEnvelope("/api/v1/group-administrators/invite", body);
      setValues(EMPTY);
      setDone(answer?.message ?? "");
      onSent();
    });
  };
  return (
    <form className={s.invite} onSubmit={send} noValidate aria-labelledby="invite-title">
      <h3 id="invite-title">
        <Trans>Invite another administrator</Trans>
      </h3>
      <ErrorSummary items={form.items} attempt={form.attempt} />
      {done && (
        <Banner tone="ok" live="status">
          {done}
        </Banner>
      )}
      <TextField
        label={t`Name`}
        id="invite-name"
        name="name"
        autoComplete="off"
        maxLength={120}
        value={values.name}
        error={form.errors.name}
        onChange={change("name")}
      />
      <TextField
        label={t`E-mail address`}
        hint={t`A link to choose a password goes there. Whoever hasn't used it gets another one.`}
        id="invite-email"
        name="email"
        type="email"
        autoComplete="off"
        maxLength={254}
        value={values.email}
        error={form.errors.email}
        onChange={change("email")}
      />
      <SelectField
        label={t`Language of the mail`}
        id="invite-language"
        name="language"
        value={values.language}
        options={[
          { value: "en", label: "English" },
          { value: "es", label: "Español" },
        ]}
        onChange={change("language")}
      />
      <Button type="submit" busy={form.busy} busyText={t`Sending`}>
        <Trans>Send the invitation</Trans>
      </Button>
    </form>
  );
}

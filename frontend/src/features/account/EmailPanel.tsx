import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { ErrorSummary } from "@/components/form/ErrorSummary";
import { PasswordField } from "@/components/form/PasswordField";
import { TextField } from "@/components/form/TextField";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { api } from "@/lib/api";
import { useSubmit } from "@/lib/useSubmit";
import s from "./Account.module.css";

export function EmailPanel() {
  const { t } = useLingui();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [done, setDone] = useState<string | null>(null);
  const form = useSubmit({ email: t`New e-mail address`, password: t`Password now` }, "mail-");
  const send = (event: FormEvent) => {
    event.preventDefault();
    setDone(null);
    const missing = t`Field is required`;
    const problems = {
      email: email.trim() ? undefined : missing,
      password: password ? undefined : missing,
    };
    void form.submit(problems, async () => {
      const body = { email: email.trim(), password };
      const answer = await api.postEnvelope("/api/v1/account/email", body);
      setEmail("");
      setPassword("");
      setDone(answer?.message ?? "");
    });
  };
  return (
    <Panel title={t`E-mail address`} titleId="account-email">
      <form className={s.form} onSubmit={send} noValidate>
        <ErrorSummary items={form.items} attempt={form.attempt} />
        {done && (
          <Banner tone="ok" live="status">
            {done}
          </Banner>
        )}
        <TextField
          label={t`New e-mail address`}
          hint={t`We send a link there; the change counts once you open it. Your old address is told.`}
          id="mail-email"
          name="email"
          type="email"
          autoComplete="off"
          maxLength={254}
          value={email}
          error={form.errors.email}
          onChange={(event) => {
            setEmail(event.target.value);
            form.clear("email");
          }}
        />
        <PasswordField
          label={t`Password now`}
          id="mail-password"
          name="password"
          autoComplete="current-password"
          value={password}
          error={form.errors.password}
          onChange={(event) => {
            setPassword(event.target.value);
            form.clear("password");
          }}
        />
        <Button type="submit" busy={form.busy} busyText={t`Sending`}>
          <Trans>Send the link</Trans>
        </Button>
      </form>
    </Panel>
  );
}

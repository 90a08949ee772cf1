import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ErrorSummary } from "@/components/form/ErrorSummary";
import { PasswordField } from "@/components/form/PasswordField";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { api } from "@/lib/api";
import { useSubmit } from "@/lib/useSubmit";
import s from "./Account.module.css";

export function PasswordPanel() {
  const { t } = useLingui();
  const client = useQueryClient();
  const [values, setValues] = useState({ password: "", new_password: "" });
  const [done, setDone] = useState<string | null>(null);
  const form = useSubmit({ password: t`Password now`, new_password: t`New password` });
  const send = (event: FormEvent) => {
    event.preventDefault();
    setDone(null);
    const missing = t`Field is required`;
    const problems = {
      password: values.password ? undefined : missing,
      new_password: values.new_password ? undefined : missing,
    };
    void form.submit(problems, async () => {
      const answer = await api.postEnvelope("/api/v1/account/password", values);
      setValues({ password: "", new_password: "" });
      setDone(answer?.message ?? "");
      await client.invalidateQueries({ queryKey: ["session"] });
    });
  };
  const field = (name: keyof typeof values) => ({
    id: name,
    name,
    value: values[name],
    error: form.errors[name],
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value });
      form.clear(name);
    },
  });
  return (
    <Panel title={t`Password`} titleId="account-password">
      <form className={s.form} onSubmit={send} noValidate>
        <ErrorSummary items={form.items} attempt={form.attempt} />
        {done && (
          <Banner tone="ok" live="status">
            {done}
          </Banner>
        )}
        <PasswordField label={t`Password now`} autoComplete="current-password" {...field("password")} />
        <PasswordField
          label={t`New password`}
          hint={t`At least 12 characters. Several words that only you put together are easy to remember.`}
          autoComplete="new-password"
          {...field("new_password")}
        />
        <Button type="submit" busy={form.busy} busyText={t`Saving`}>
          <Trans>Change the password</Trans>
        </Button>
      </form>
    </Panel>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, type ReactNode, useState } from "react";
import { ErrorSummary } from "@/components/form/ErrorSummary";
import { TextField } from "@/components/form/TextField";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Card } from "@/components/ui/Card";
import { api } from "@/lib/api";
import { useSubmit } from "@/lib/useSubmit";
import { BackToSignIn, messageOf, TaskPage, useEmailCheck } from "./parts";
import s from "./SignIn.module.css";

/** Asks for an address that a link is mailed to. The answer never says whether the address is known. */
interface AskProps {
  title: string;
  path: "/api/v1/session/reset" | "/api/v1/session/link";
  children: ReactNode;
}

function AskPage({ title, path, children }: AskProps) {
  const { t } = useLingui();
  const check = useEmailCheck();
  const [email, setEmail] = useState("");
  const [sent, setSent] = useState<string | null>(null);
  const form = useSubmit({ email: t`Email` });
  const send = (event: FormEvent) => {
    event.preventDefault();
    void form.submit({ email: check(email) }, async () =>
      setSent(messageOf(await api.postEnvelope(path, { email: email.trim() }))),
    );
  };
  return (
    <TaskPage title={title}>
      {sent !== null ? (
        <Banner tone="ok" live="status" title={t`Look in your mailbox`}>
          {sent} <Trans>It can take a minute. Look in the junk folder too.</Trans>
        </Banner>
      ) : (
        <>
          <ErrorSummary items={form.items} attempt={form.attempt} />
          <Card>
            <form className={s.form} onSubmit={send} noValidate>
              <p>{children}</p>
              <TextField
                label={t`Email`}
                name="email"
                type="email"
                autoComplete="username"
                maxLength={254}
                value={email}
                error={form.errors.email}
                onChange={(event) => {
                  setEmail(event.target.value);
                  form.clear("email");
                }}
              />
              <Button type="submit" tone="primary" size="lg" block busy={form.busy} busyText={t`Sending`}>
                <Trans>Send the link</Trans>
              </Button>
            </form>
          </Card>
        </>
      )}
      <BackToSignIn />
    </TaskPage>
  );
}

export function ForgotPage() {
  const { t } = useLingui();
  return (
    <AskPage title={t`Forgot your password?`} path="/api/v1/session/reset">
      <Trans>We send you a link to set a new one.</Trans>
    </AskPage>
  );
}

export function AskLinkPage() {
  const { t } = useLingui();
  return (
    <AskPage title={t`Sign in by mail`} path="/api/v1/session/link">
      <Trans>Members can sign in without a password: we send a link that works once, for 15 minutes.</Trans>
    </AskPage>
  );
}

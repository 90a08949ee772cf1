import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { TextField } from "@/components/form/TextField";
import { Banner } from "@/components/ui/Banner";
import { api } from "@/lib/api";
import { isEmail } from "@/lib/email";
import { useShortForm } from "@/lib/useSubmit";
import { BackToSignIn, TaskForm, TaskPage } from "./parts";

interface AskProps {
  title: string;
  path: "/api/v1/session/reset" | "/api/v1/session/link";
  children: ReactNode;
}

/** Asks for an address that a link is mailed to. The answer never says whether the address is known. */
function AskPage({ title, path, children }: AskProps) {
  const { t } = useLingui();
  const form = useShortForm({ email: t`Email` });
  const send = form.onSubmit((values) => api.postEnvelope(path, values), {
    email: (email) => (isEmail(email) ? undefined : t`Enter valid email address`),
  });
  return (
    <TaskPage title={title}>
      {form.done !== null ? (
        <Banner tone="ok" live="status" title={t`Check your inbox`}>
          {form.done} <Trans>It can take a minute. Check your spam folder too.</Trans>
        </Banner>
      ) : (
        <TaskForm form={form} onSubmit={send} button={<Trans>Send the link</Trans>} busyText={t`Sending`}>
          <p>{children}</p>
          <TextField {...form.field("email")} type="email" autoComplete="username" maxLength={254} />
        </TaskForm>
      )}
      <BackToSignIn />
    </TaskPage>
  );
}

export function ForgotPage() {
  const { t } = useLingui();
  return (
    <AskPage title={t`Forgot your password?`} path="/api/v1/session/reset">
      <Trans>We'll email you a link to set a new one.</Trans>
    </AskPage>
  );
}

export function AskLinkPage() {
  const { t } = useLingui();
  return (
    <AskPage title={t`Sign in by email`} path="/api/v1/session/link">
      <Trans>
        Members can sign in without a password. We'll email a link that works once, for 15 minutes.
      </Trans>
    </AskPage>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { SessionInfo } from "@/client";
import { ErrorSummary } from "@/components/form/ErrorSummary";
import { PasswordField } from "@/components/form/PasswordField";
import { Banner } from "@/components/ui/Banner";
import { Button, ButtonLink } from "@/components/ui/Button";
import { Card } from "@/components/ui/Card";
import type { Actor } from "@/lib/actor";
import { api } from "@/lib/api";
import { homeOf } from "@/lib/home";
import { adoptSession, ticketOf } from "@/lib/sign-in";
import { useShortForm, useSubmit } from "@/lib/useSubmit";
import { CodeForm } from "./CodeForm";
import { BackToSignIn, TaskForm, TaskPage, useSecret, WorkingLink } from "./parts";
import s from "./SignIn.module.css";

function PasswordForm({ secret, email }: { secret: string; email: string }) {
  const { t } = useLingui();
  const form = useShortForm({ password: t`New password` }, { verbatim: ["password"] });
  const send = form.onSubmit(({ password }) =>
    api.postEnvelope("/api/v1/session/reset/confirm", { token: secret, password }),
  );
  if (form.done !== null) {
    return (
      <>
        <Banner tone="ok" live="status">
          {form.done}
        </Banner>
        <div className={s.buttons}>
          <ButtonLink to="/sign-in" tone="primary">
            <Trans>Sign in</Trans>
          </ButtonLink>
        </div>
      </>
    );
  }
  return (
    <TaskForm form={form} onSubmit={send} button={<Trans>Save the password</Trans>} busyText={t`Saving`}>
      <p>
        <Trans>For the account of {email}.</Trans>
      </p>
      <PasswordField
        {...form.field("password")}
        hint={t`At least 12 characters. A few unrelated words are easy to remember.`}
        autoComplete="new-password"
      />
    </TaskForm>
  );
}

/** The page of links in reset and invitation emails. */
export function NewPasswordPage() {
  const { t } = useLingui();
  const secret = useSecret();
  return (
    <TaskPage title={t`Set a new password`}>
      <WorkingLink
        secret={secret}
        again={
          <ButtonLink to="/sign-in/forgot" tone="primary">
            <Trans>Send a new link</Trans>
          </ButtonLink>
        }
      >
        {(info) => <PasswordForm secret={secret} email={info.email} />}
      </WorkingLink>
    </TaskPage>
  );
}

function SignInCard({ secret, email, onTicket, onDone }: SignInCardProps) {
  const { t } = useLingui();
  const form = useSubmit({});
  const enter = () =>
    form.submit({}, async () => {
      let session: SessionInfo;
      try {
        session = await api.post("/api/v1/session/link/confirm", { token: secret });
      } catch (error) {
        const ticket = ticketOf(error);
        if (!ticket) throw error;
        return onTicket(ticket);
      }
      onDone(await adoptSession(session));
    });
  return (
    <>
      <ErrorSummary items={form.items} attempt={form.attempt} />
      <Card className={s.form}>
        <p>
          <Trans>Sign in as {email} on this device?</Trans>
        </p>
        <Button
          tone="primary"
          size="lg"
          block
          busy={form.busy}
          busyText={t`Signing in`}
          onClick={() => void enter()}
        >
          <Trans>Sign in</Trans>
        </Button>
      </Card>
    </>
  );
}

type SignInCardProps = {
  secret: string;
  email: string;
  onTicket: (ticket: string) => void;
  onDone: (actor: Actor) => void;
};

/** One press, so that a mail scanner that follows links signs nobody in. An account with two-step sign-in is asked for
 *  its code as well. */
export function LinkPage() {
  const { t } = useLingui();
  const secret = useSecret();
  const navigate = useNavigate();
  const [ticket, setTicket] = useState<string | null>(null);
  const done = (actor: Actor) => void navigate(homeOf(actor.role), { replace: true });
  return (
    <TaskPage title={t`Sign in by email`}>
      {ticket ? (
        <CodeForm ticket={ticket} onDone={done} />
      ) : (
        <WorkingLink
          secret={secret}
          again={
            <ButtonLink to="/sign-in/by-mail" tone="primary">
              <Trans>Send a new link</Trans>
            </ButtonLink>
          }
        >
          {(info) => <SignInCard secret={secret} email={info.email} onTicket={setTicket} onDone={done} />}
        </WorkingLink>
      )}
    </TaskPage>
  );
}

/** The last step of a change of address, opened from the new mailbox. */
export function ConfirmEmailPage() {
  const { t } = useLingui();
  const secret = useSecret();
  const [done, setDone] = useState<string | null>(null);
  const form = useSubmit({});
  const confirm = () =>
    form.submit({}, async () => {
      const path = "/api/v1/session/email/confirm";
      setDone((await api.post(path, { token: secret })).email);
    });
  return (
    <TaskPage title={t`Confirm your new address`}>
      {done !== null ? (
        <>
          <Banner tone="ok" live="status">
            <Trans>From now on, sign in with {done}.</Trans>
          </Banner>
          <BackToSignIn />
        </>
      ) : (
        <WorkingLink secret={secret} again={<BackToSignIn />}>
          {(info) => (
            <>
              <ErrorSummary items={form.items} attempt={form.attempt} />
              <Card className={s.form}>
                <p>
                  <Trans>Use {info.email} to sign in from now on?</Trans>
                </p>
                <Button tone="primary" size="lg" block busy={form.busy} onClick={() => void confirm()}>
                  <Trans>Confirm this address</Trans>
                </Button>
              </Card>
            </>
          )}
        </WorkingLink>
      )}
    </TaskPage>
  );
}

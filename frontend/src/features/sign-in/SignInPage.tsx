import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { PasswordField } from "@/components/form/PasswordField";
import { TextField } from "@/components/form/TextField";
import { Banner } from "@/components/ui/Banner";
import { Button, ButtonLink } from "@/components/ui/Button";
import { Card } from "@/components/ui/Card";
import { type Actor, acknowledgeEnd, useActor } from "@/lib/actor";
import { homeOf } from "@/lib/home";
import { PageHeading } from "@/lib/page";
import { Link, useSearchParams } from "@/lib/router";
import { ownPath, signIn, ticketOf } from "@/lib/sign-in";
import { signOut } from "@/lib/sign-out";
import { useShortForm } from "@/lib/useSubmit";
import { CodeForm } from "./CodeForm";
import { ProviderButton } from "./ProviderButton";
import { TaskForm } from "./parts";
import s from "./SignIn.module.css";

function SignedIn({ actor, next }: { actor: Actor; next: string }) {
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    try {
      await signOut();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card className={s.form}>
      <p>
        <Trans>You are signed in as {actor.name}.</Trans>
      </p>
      <div className={s.buttons}>
        <ButtonLink to={next} tone="primary">
          <Trans>Continue</Trans>
        </ButtonLink>
        <Button busy={busy} onClick={() => void leave()}>
          <Trans>Sign out</Trans>
        </Button>
      </div>
    </Card>
  );
}

function SignInForm({ next, onDone }: { next: string | null; onDone: (actor: Actor) => void }) {
  const { t } = useLingui();
  const [ticket, setTicket] = useState<string | null>(null);
  const form = useShortForm({ email: t`Email`, password: t`Password` }, { verbatim: ["password"] });
  const send = form.onSubmit(async ({ email, password }) => {
    try {
      onDone(await signIn(email, password));
    } catch (error) {
      const codeTicket = ticketOf(error);
      if (!codeTicket) throw error;
      setTicket(codeTicket);
    }
  });
  if (ticket) return <CodeForm ticket={ticket} onDone={onDone} />;
  const otherWays = (
    <>
      <div className={s.ways}>
        <Link to="/sign-in/forgot">
          <Trans>Forgot your password?</Trans>
        </Link>
        <Link to="/sign-in/by-mail">
          <Trans>Members: email me a sign-in link</Trans>
        </Link>
      </div>
      <ProviderButton next={next} />
    </>
  );
  return (
    <TaskForm
      form={form}
      onSubmit={send}
      button={<Trans>Sign in</Trans>}
      busyText={t`Signing in`}
      below={otherWays}
    >
      <TextField {...form.field("email")} type="email" autoComplete="username" maxLength={254} />
      <PasswordField {...form.field("password")} autoComplete="current-password" />
    </TaskForm>
  );
}

/** For reps, group administrators and members; afterwards it leads back to where they came from. */
export default function SignInPage() {
  const { t } = useLingui();
  const actor = useActor();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [entered, setEntered] = useState(false);
  const nextPath = ownPath(search.get("next"));
  const reason = search.get("reason");
  useEffect(acknowledgeEnd, []);
  const done = (actor: Actor) => {
    setEntered(true);
    void navigate(nextPath ?? homeOf(actor.role), { replace: true });
  };
  return (
    <main id="main" className={`wrap ${s.page}`}>
      <PageHeading title={t`Sign in`}>
        <Trans>Sign in</Trans>
      </PageHeading>
      {reason && actor.role === "visitor" && (
        <Banner tone="info" live="status">
          {reason === "idle" ? (
            <Trans>You were signed out after 15 minutes. Sign in again to pick up where you left off.</Trans>
          ) : (
            <Trans>Your session has ended. Sign in again to pick up where you left off.</Trans>
          )}
        </Banner>
      )}
      {actor.role !== "visitor" && !entered ? (
        <SignedIn actor={actor} next={nextPath ?? homeOf(actor.role)} />
      ) : (
        <SignInForm next={nextPath} onDone={done} />
      )}
    </main>
  );
}

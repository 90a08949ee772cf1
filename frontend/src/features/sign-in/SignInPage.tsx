import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { ErrorSummary } from "@/components/form/ErrorSummary";
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
import { useSubmit } from "@/lib/useSubmit";
import { CodeForm } from "./CodeForm";
import { ProviderButton } from "./ProviderButton";
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
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [ticket, setTicket] = useState<string | null>(null);
  const form = useSubmit({ email: t`Email`, password: t`Password` });
  const enter = async () => {
    try {
      onDone(await signIn(email.trim(), password));
    } catch (error) {
      const given = ticketOf(error);
      if (!given) throw error;
      setTicket(given);
    }
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    const problems = {
      email: email.trim() ? undefined : t`Field is required`,
      password: password ? undefined : t`Field is required`,
    };
    void form.submit(problems, enter);
  };
  if (ticket) return <CodeForm ticket={ticket} onDone={onDone} />;
  return (
    <>
      <ErrorSummary items={form.items} attempt={form.attempt} />
      <Card>
        <form className={s.form} onSubmit={send} noValidate>
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
          <PasswordField
            label={t`Password`}
            name="password"
            autoComplete="current-password"
            value={password}
            error={form.errors.password}
            onChange={(event) => {
              setPassword(event.target.value);
              form.clear("password");
            }}
          />
          <Button type="submit" tone="primary" size="lg" block busy={form.busy} busyText={t`Signing in`}>
            <Trans>Sign in</Trans>
          </Button>
          <div className={s.ways}>
            <Link to="/sign-in/forgot">
              <Trans>Forgot your password?</Trans>
            </Link>
            <Link to="/sign-in/by-mail">
              <Trans>Members: sign in by mail, without a password</Trans>
            </Link>
          </div>
          <ProviderButton next={next} />
        </form>
      </Card>
    </>
  );
}

/** For reps, group administrators and members; afterwards it leads back to where they came from. */
export default function SignInPage() {
  const { t } = useLingui();
  const actor = useActor();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [entered, setEntered] = useState(false);
  const wanted = ownPath(search.get("next"));
  useEffect(acknowledgeEnd, []);
  const done = (who: Actor) => {
    setEntered(true);
    void navigate(wanted ?? homeOf(who.role), { replace: true });
  };
  return (
    <main id="main" className={`wrap ${s.page}`}>
      <PageHeading title={t`Sign in`}>
        <Trans>Sign in</Trans>
      </PageHeading>
      {search.get("reason") === "ended" && actor.role === "visitor" && (
        <Banner tone="info" live="status">
          <Trans>Your sign-in has ended. Sign in again to go on where you were.</Trans>
        </Banner>
      )}
      {actor.role !== "visitor" && !entered ? (
        <SignedIn actor={actor} next={wanted ?? homeOf(actor.role)} />
      ) : (
        <SignInForm next={wanted} onDone={done} />
      )}
    </main>
  );
}

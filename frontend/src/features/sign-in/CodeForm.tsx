import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { ErrorSummary } from "@/components/form/ErrorSummary";
import { TextField } from "@/components/form/TextField";
import { Button } from "@/components/ui/Button";
import { Card } from "@/components/ui/Card";
import type { Actor } from "@/lib/actor";
import { signInSecond } from "@/lib/sign-in";
import { useSubmit } from "@/lib/useSubmit";
import s from "./SignIn.module.css";

/** The code of an authenticator app, or a recovery code. */
export function CodeForm({ ticket, onDone }: { ticket: string; onDone: (actor: Actor) => void }) {
  const { t } = useLingui();
  const [code, setCode] = useState("");
  const form = useSubmit({ code: t`Code` });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const missing = code.trim() ? undefined : t`Field is required`;
    void form.submit({ code: missing }, async () => onDone(await signInSecond(ticket, code.trim())));
  };
  return (
    <>
      <ErrorSummary items={form.items} attempt={form.attempt} />
      <Card>
        <form className={s.form} onSubmit={send} noValidate>
          <TextField
            ref={field}
            label={t`Code`}
            hint={t`Open your authenticator app, or use one of your recovery codes.`}
            name="code"
            autoComplete="one-time-code"
            maxLength={40}
            value={code}
            error={form.errors.code}
            onChange={(event) => {
              setCode(event.target.value);
              form.clear("code");
            }}
          />
          <Button type="submit" tone="primary" size="lg" block busy={form.busy} busyText={t`Signing in`}>
            <Trans>Sign in</Trans>
          </Button>
        </form>
      </Card>
    </>
  );
}

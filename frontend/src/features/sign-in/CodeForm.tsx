import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { TextField } from "@/components/form/TextField";
import type { Actor } from "@/lib/actor";
import { signInSecond } from "@/lib/sign-in";
import { useShortForm } from "@/lib/useSubmit";
import { TaskForm } from "./parts";

/** The code of an authenticator app, or a recovery code. */
export function CodeForm({ ticket, onDone }: { ticket: string; onDone: (actor: Actor) => void }) {
  const { t } = useLingui();
  const form = useShortForm({ code: t`Code` });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const send = form.onSubmit(async ({ code }) => onDone(await signInSecond(ticket, code)));
  return (
    <TaskForm form={form} onSubmit={send} button={<Trans>Sign in</Trans>} busyText={t`Signing in`}>
      <TextField
        {...form.field("code")}
        ref={field}
        hint={t`Open your authenticator app, or use one of your recovery codes.`}
        autoComplete="one-time-code"
        maxLength={40}
      />
    </TaskForm>
  );
}

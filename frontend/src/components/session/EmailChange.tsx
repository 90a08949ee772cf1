import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { FormEvent, ReactNode } from "react";
import type { Who } from "@/client";
import { PasswordField } from "@/components/form/PasswordField";
import { TextField } from "@/components/form/TextField";
import { api } from "@/lib/api";
import { type Labels, type ShortForm, useShortForm } from "@/lib/useSubmit";
import { OWN_SESSION, SignInAgain, useOwnSession } from "./SignInAgain";

interface FrameProps {
  form: ShortForm;
  onSubmit: (event: FormEvent) => void;
  /** The person has to sign in again first. */
  blocked: boolean;
  children: ReactNode;
}

interface EmailChangeProps {
  prefix: string;
  autoFocus?: boolean;
  /** The form around the fields. */
  frame: (props: FrameProps) => ReactNode;
}

function Fields({ prefix, autoFocus, frame, proof }: EmailChangeProps & { proof: Who["proof"] }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const email = { email: t`New email address` };
  const labels = proof === "password" ? { ...email, password: t`Current password` } : email;
  const form = useShortForm(labels as Labels<"email" | "password">, { prefix, verbatim: ["password"] });
  const onSubmit = form.onSubmit(async (values) => {
    try {
      return await api.postEnvelope("/api/v1/account/email", values);
    } catch (error) {
      // The sign-in may have become too old meanwhile.
      if (proof !== "password") await client.invalidateQueries({ queryKey: OWN_SESSION });
      throw error;
    }
  });
  const children = (
    <>
      <TextField
        {...form.field("email")}
        hint={t`We'll email a link to confirm. We'll also notify your old address.`}
        type="email"
        autoComplete="off"
        maxLength={254}
        autoFocus={autoFocus}
      />
      {proof === "password" && <PasswordField {...form.field("password")} autoComplete="current-password" />}
      {proof === "sign_in" && (
        <SignInAgain>
          <Trans>
            To protect your account, sign in again with a link before you change your email address. Then you
            have 15 minutes.
          </Trans>
        </SignInAgain>
      )}
    </>
  );
  return frame({ form, onSubmit, blocked: proof === "sign_in", children });
}

/** Changes the address that one signs in with: asks for the password, or for a sign-in by a link a moment ago. */
export function EmailChange(props: EmailChangeProps) {
  const { data, isError } = useOwnSession();
  const proof = data?.proof ?? (isError ? "password" : null);
  return proof && <Fields key={proof} {...props} proof={proof} />;
}

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import type { LinkInfo } from "@/client";
import { ErrorSummary } from "@/components/form/ErrorSummary";
import { Banner } from "@/components/ui/Banner";
import { Button, ButtonLink } from "@/components/ui/Button";
import { Card } from "@/components/ui/Card";
import { Loading, SkeletonBar } from "@/components/ui/State";
import { ApiError, api } from "@/lib/api";
import { PageHeading } from "@/lib/page";
import type { ShortForm } from "@/lib/useSubmit";
import s from "./SignIn.module.css";

/** A narrow page of one task. */
export function TaskPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="main" className={`wrap ${s.page}`}>
      <PageHeading title={title}>{title}</PageHeading>
      {children}
    </main>
  );
}

interface TaskFormProps {
  form: Pick<ShortForm, "items" | "attempt" | "busy">;
  onSubmit: (event: FormEvent) => void;
  /** What the button says, and what it says while the form is sent. */
  button: ReactNode;
  busyText?: string;
  /** Other ways, below the button. */
  below?: ReactNode;
  children: ReactNode;
}

/** The one form of a page in its card, with what is wrong above it. */
export function TaskForm({ form, onSubmit, button, busyText, below, children }: TaskFormProps) {
  return (
    <>
      <ErrorSummary items={form.items} attempt={form.attempt} />
      <Card>
        <form className={s.form} onSubmit={onSubmit} noValidate>
          {children}
          <Button type="submit" tone="primary" size="lg" block busy={form.busy} busyText={busyText}>
            {button}
          </Button>
          {below}
        </form>
      </Card>
    </>
  );
}

/** The secret of a mailed link, behind the #, which no browser sends anywhere. */
export function useSecret(): string {
  const { hash } = useLocation();
  const [secret] = useState(() => hash.slice(1));
  return secret;
}

/** Shows `children` for a link that still works, and what to do instead for one that does not. */
export function WorkingLink({
  secret,
  again,
  children,
}: {
  secret: string;
  again: ReactNode;
  children: (info: LinkInfo) => ReactNode;
}) {
  const { t } = useLingui();
  const { data, error } = useQuery({
    queryKey: ["mailed-link", secret],
    queryFn: () => api.post("/api/v1/session/link/info", { token: secret }),
    enabled: Boolean(secret),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (data) return children(data);
  if (!error && secret) {
    return (
      <Loading>
        <SkeletonBar />
      </Loading>
    );
  }
  const message = error instanceof ApiError && error.message;
  return (
    <>
      <Banner tone="bad" live="alert">
        {message || t`This link is no longer valid. Ask for a new one.`}
      </Banner>
      <div className={s.buttons}>{again}</div>
    </>
  );
}

export function BackToSignIn() {
  return (
    <div className={s.ways}>
      <ButtonLink to="/sign-in" icon="left">
        <Trans>Back to sign in</Trans>
      </ButtonLink>
    </div>
  );
}

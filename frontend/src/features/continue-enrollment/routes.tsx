import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import type { Resumed } from "@/client";
import { ErrorSummary, type SummaryItem } from "@/components/form/ErrorSummary";
import { TextField } from "@/components/form/TextField";
import { LegalFooter } from "@/components/layout/LegalLinks";
import { TaskHeader } from "@/components/layout/TaskHeader";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Card } from "@/components/ui/Card";
import { Loading, SkeletonBar } from "@/components/ui/State";
import { ApiError, api } from "@/lib/api";
import { cx } from "@/lib/cx";
import { isEmail } from "@/lib/email";
import { PageHeading } from "@/lib/page";
import { restore } from "@/lib/resume";
import { useSearchParams } from "@/lib/router";
import s from "./Continue.module.css";

function useResume(): (resumed: Resumed) => Promise<void> {
  const navigate = useNavigate();
  const client = useQueryClient();
  return async (resumed) => {
    client.clear();
    await navigate(restore(resumed), { replace: true });
  };
}

const CODE = /^#([A-Za-z0-9]{10})$/;

/** The code that a mailed link carries behind the #, which no browser sends anywhere. The address forgets it at once. */
function useMailedCode(): string {
  const { hash, pathname, search } = useLocation();
  const [code] = useState(() => CODE.exec(hash)?.[1] ?? "");
  const navigate = useNavigate();
  useEffect(() => {
    if (hash) void navigate(pathname + search, { replace: true });
  }, [hash, navigate, pathname, search]);
  return code;
}

type Errors = { code?: string | undefined; email?: string | undefined };

function CodeForm({ expired }: { expired: boolean }) {
  const { t } = useLingui();
  // The link in the mail of somebody who filled in an application for a client.
  const sent = useSearchParams()[0].get("for") === "client";
  const resume = useResume();
  const mailed = useMailedCode();
  const [code, setCode] = useState(mailed);
  const [email, setEmail] = useState("");
  const [errors, setErrors] = useState<Errors>({});
  const [top, setTop] = useState<SummaryItem[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);

  const show = (messages: Errors, general?: string) => {
    setErrors(messages);
    const items: SummaryItem[] = general ? [{ message: general }] : [];
    if (messages.code) items.push({ id: "code", label: t`Code`, message: messages.code });
    if (messages.email) items.push({ id: "email", label: t`Email`, message: messages.email });
    setTop(items);
    setAttempt((count) => count + 1);
  };
  const problems = (): Errors => ({
    code: code.trim() ? undefined : t`Field is required`,
    email: email.trim()
      ? isEmail(email)
        ? undefined
        : t`Email is not in correct format`
      : t`Field is required`,
  });
  const fail = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    if (error.offline) return show({}, t`We could not reach the server. Please try again.`);
    if (error.status === 429) return show({}, error.message);
    const message = error.fieldErrors.code ?? error.fieldErrors.email ?? error.message;
    const fallback = message || t`The code or email isn't correct.`;
    show({ code: error.fieldErrors.code ?? fallback, email: error.fieldErrors.email ?? fallback });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const newErrors = problems();
    if (newErrors.code || newErrors.email) return show(newErrors);
    setBusy(true);
    try {
      const body = { code: code.trim().toUpperCase().replace(/[\s-]/g, ""), email: email.trim() };
      await resume(await api.post("/api/v1/continue-enrollment", body));
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <PageHeading
        title={sent ? t`Open your application` : t`Continue a saved enrollment`}
        error={top.length > 0}
      >
        <Trans>Please Enter Your Code and Email Address</Trans>
      </PageHeading>
      {sent && (
        <p>
          <Trans>Your application was filled out for you. Open it to review, sign, and submit it.</Trans>
        </p>
      )}
      {expired && !top.length && (
        <Banner tone="warn" live="status">
          <Trans>This link has been used or has expired. Enter the code from your email instead.</Trans>
        </Banner>
      )}
      <ErrorSummary items={top} attempt={attempt} />
      <Card>
        <form className={s.form} onSubmit={(event) => void submit(event)} noValidate>
          <TextField
            id="code"
            className={s.code}
            label={<Trans>Code</Trans>}
            hint={
              mailed && code === mailed ? (
                <Trans>Filled in from the email you opened.</Trans>
              ) : (
                <Trans>10 letters and numbers, from the email we sent you.</Trans>
              )
            }
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            value={code}
            error={errors.code}
            onChange={(event) => {
              setCode(event.target.value);
              setErrors({ ...errors, code: undefined });
            }}
          />
          <TextField
            id="email"
            type="email"
            inputMode="email"
            label={<Trans>Email</Trans>}
            hint={<Trans>The address the code was sent to.</Trans>}
            autoComplete="email"
            maxLength={254}
            value={email}
            error={errors.email}
            onChange={(event) => {
              setEmail(event.target.value);
              setErrors({ ...errors, email: undefined });
            }}
          />
          <Button type="submit" tone="primary" block busy={busy} busyText={<Trans>Opening</Trans>}>
            <Trans>Continue</Trans>
          </Button>
        </form>
      </Card>
    </>
  );
}

/** A link from the mail: no page of its own, it opens the saved step or, when it is used up, the code form. */
function Direct({ id, onFailed }: { id: string; onFailed: () => void }) {
  const resume = useResume();
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    api
      .get(`/api/v1/direct-continue/${encodeURIComponent(id)}`)
      .then(resume)
      .catch(onFailed);
  });
  return (
    <Loading>
      <SkeletonBar width="80%" height={40} />
      <SkeletonBar width="100%" height={220} />
    </Loading>
  );
}

export default function ContinueEnrollment() {
  const { id } = useParams();
  const [expired, setExpired] = useState(false);
  return (
    <>
      <TaskHeader />
      <main id="main" className={cx("wrap", s.page)}>
        {id && !expired ? (
          <Direct id={id} onFailed={() => setExpired(true)} />
        ) : (
          <CodeForm expired={expired} />
        )}
      </main>
      <LegalFooter />
    </>
  );
}

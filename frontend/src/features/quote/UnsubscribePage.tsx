import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { useParams } from "react-router";
import { Banner } from "@/components/ui/Banner";
import { Button, ButtonLink } from "@/components/ui/Button";
import { ApiError, api } from "@/lib/api";
import { homePath } from "@/lib/home";
import { focusQuietly, PageHeading } from "@/lib/page";
import { ExpiredLink } from "./ExpiredLink";
import s from "./Quote.module.css";

function Stopped({ email }: { email: string }) {
  const { t } = useLingui();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => focusQuietly(ref.current?.querySelector("h1") ?? null), []);
  return (
    <div className={s.quote} ref={ref}>
      <PageHeading title={t`Quote emails are off`}>
        <Trans>Quote emails are off</Trans>
      </PageHeading>
      <p>
        <Trans>We won’t send any more quotes to {email}.</Trans>
      </p>
      <div className={s.go}>
        <ButtonLink to={homePath()}>
          <Trans>Back to Homepage</Trans>
        </ButtonLink>
      </div>
    </div>
  );
}

/** The mail's other link: one press, so that a mail scanner that follows links stops nothing. */
export default function UnsubscribePage() {
  const { t } = useLingui();
  const { token = "" } = useParams();
  const [busy, setBusy] = useState(false);
  const [email, setEmail] = useState<string | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);

  const stop = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const answer = await api.post("/api/v1/unsubscribe-quotes", { token });
      setEmail(answer.email);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };

  if (failure?.status === 404) return <ExpiredLink message={failure.message} />;
  return (
    <main id="main" className="wrap page">
      {email !== null ? (
        <Stopped email={email} />
      ) : (
        <div className={s.quote}>
          <PageHeading title={t`Stop quote emails`}>
            <Trans>Stop quote emails</Trans>
          </PageHeading>
          <p>
            <Trans>We won’t send any more quotes to this email address, no matter who requests them.</Trans>
          </p>
          {failure && (
            <Banner tone="bad" live="alert">
              {failure.message || t`We could not save this. Please try again.`}
            </Banner>
          )}
          <div className={s.go}>
            <Button tone="primary" busy={busy} busyText={t`Saving`} onClick={() => void stop()}>
              <Trans>Stop quote emails</Trans>
            </Button>
          </div>
        </div>
      )}
    </main>
  );
}

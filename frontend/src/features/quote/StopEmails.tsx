import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Banner } from "@/components/ui/Banner";
import { Button, ButtonLink } from "@/components/ui/Button";
import { ApiError } from "@/lib/api";
import { homePath } from "@/lib/home";
import { focusQuietly, PageHeading } from "@/lib/page";
import s from "./Quote.module.css";

interface StopEmailsProps {
  /** The heading before, which is also the button, and after. */
  title: string;
  stopped: string;
  text: ReactNode;
  /** Stops the emails and returns what is to be said of it. Throws ApiError. */
  onStop: () => Promise<ReactNode>;
  /** The page of a link that isn't valid. */
  invalid: (message: string) => ReactNode;
}

function Stopped({ title, text }: { title: string; text: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => focusQuietly(ref.current?.querySelector("h1") ?? null), []);
  return (
    <div className={s.quote} ref={ref}>
      <PageHeading title={title}>{title}</PageHeading>
      <p>{text}</p>
      <div className={s.go}>
        <ButtonLink to={homePath()}>
          <Trans>Back to Homepage</Trans>
        </ButtonLink>
      </div>
    </div>
  );
}

/** The page of an email's link that stops such emails: one press, so that a mail scanner that follows links stops
 * nothing. */
export function StopEmails({ title, stopped, text, onStop, invalid }: StopEmailsProps) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<ReactNode>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);

  const stop = async () => {
    setBusy(true);
    setFailure(null);
    try {
      setResult(await onStop());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };

  if (failure?.status === 404) return invalid(failure.message);
  return (
    <main id="main" className="wrap page">
      {result ? (
        <Stopped title={stopped} text={result} />
      ) : (
        <div className={s.quote}>
          <PageHeading title={title}>{title}</PageHeading>
          <p>{text}</p>
          {failure && (
            <Banner tone="bad" live="alert">
              {failure.message || t`We could not save this. Please try again.`}
            </Banner>
          )}
          <div className={s.go}>
            <Button tone="primary" busy={busy} busyText={t`Saving`} onClick={() => void stop()}>
              {title}
            </Button>
          </div>
        </div>
      )}
    </main>
  );
}

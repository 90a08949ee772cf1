import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, type ReactNode, Suspense } from "react";
import { ButtonLink } from "@/components/ui/Button";
import { homePath } from "@/lib/home";
import { lastReceipt } from "@/lib/last-receipt";
import { PageHeading } from "@/lib/page";
import s from "./Quote.module.css";

const EmptyPicture = lazy(() => import("@/components/ui/EmptyPicture"));

interface DeadEndProps {
  title: string;
  heading: ReactNode;
  text: ReactNode;
  /** The main way on; home where there is no other. */
  children?: ReactNode;
}

export function DeadEnd({ title, heading, text, children }: DeadEndProps) {
  return (
    <main id="main" className="wrap page">
      <div className={s.expired}>
        <Suspense fallback={<div style={{ height: 120 }} />}>
          <EmptyPicture of="quotes" />
        </Suspense>
        <PageHeading title={title}>{heading}</PageHeading>
        <p>{text}</p>
        <div className={s.go}>
          {children ?? (
            <ButtonLink tone="primary" to={homePath()}>
              <Trans>Back to Homepage</Trans>
            </ButtonLink>
          )}
          <ButtonLink to="/plans">
            <Trans>See all plans</Trans>
          </ButtonLink>
        </div>
      </div>
    </main>
  );
}

/** A link that opens nothing: why, and the ways on. */
export function ExpiredLink({ message }: { message: string }) {
  const { t } = useLingui();
  return (
    <DeadEnd
      title={t`Your quote`}
      heading={message || <Trans>This quote is no longer valid.</Trans>}
      text={<Trans>Ask the sender for a new one, or see the plans yourself.</Trans>}
    />
  );
}

/** The quote of somebody who has enrolled with it. Only the tab they did it in can show the receipt. */
export function AlreadyEnrolled() {
  const { t } = useLingui();
  const heading = <Trans>You have enrolled with this quote.</Trans>;
  if (!lastReceipt()) {
    return (
      <DeadEnd
        title={t`Your quote`}
        heading={heading}
        text={<Trans>Your receipt is in your confirmation email.</Trans>}
      />
    );
  }
  return (
    <DeadEnd
      title={t`Your quote`}
      heading={heading}
      text={<Trans>Everything you chose and signed is on your receipt.</Trans>}
    >
      <ButtonLink tone="primary" to="/confirmation">
        <Trans>See your receipt</Trans>
      </ButtonLink>
    </DeadEnd>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { ButtonLink } from "@/components/ui/Button";
import { homePath } from "@/lib/home";
import { PageHeading } from "@/lib/page";
import s from "./Quote.module.css";

const EmptyPicture = lazy(() => import("@/components/ui/EmptyPicture"));

/** A link that opens nothing: why, and the ways on. */
export function Gone({ message }: { message: string }) {
  const { t } = useLingui();
  return (
    <main id="main" className="wrap page">
      <div className={s.gone}>
        <Suspense fallback={<div style={{ height: 120 }} />}>
          <EmptyPicture of="quotes" />
        </Suspense>
        <PageHeading title={t`Your quote`}>
          {message || <Trans>This quote is not valid any more.</Trans>}
        </PageHeading>
        <p>
          <Trans>Ask whoever sent it for a new one, or see the plans yourself.</Trans>
        </p>
        <div className={s.go}>
          <ButtonLink tone="primary" to={homePath()}>
            <Trans>Back to Homepage</Trans>
          </ButtonLink>
          <ButtonLink to="/plans">
            <Trans>See all plans</Trans>
          </ButtonLink>
        </div>
      </div>
    </main>
  );
}

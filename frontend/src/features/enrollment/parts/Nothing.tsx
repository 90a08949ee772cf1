import { Trans, useLingui } from "@lingui/react/macro";
import { ButtonLink } from "@/components/ui/Button";
import type { ApiError } from "@/lib/api";
import { cx } from "@/lib/cx";
import { PageHeading } from "@/lib/page";
import s from "../Enroll.module.css";

/** No application here, none this visitor may open, or one that waited too long. */
export default function Nothing({ gone }: { gone: ApiError | undefined }) {
  const { t } = useLingui();
  if (gone?.errorCode === "enrollmentIdError") {
    return (
      <main id="main" className={cx("wrap page", s.form)}>
        <PageHeading title={t`Enrollment`}>
          <Trans>Your quote has expired. Please start again.</Trans>
        </PageHeading>
        <p>
          <Trans>The cart brings back your plans and the answers that prices depend on.</Trans>
        </p>
        <div className="row">
          <ButtonLink tone="primary" to="/cart">
            <Trans>Go to the cart</Trans>
          </ButtonLink>
        </div>
      </main>
    );
  }
  return (
    <main id="main" className={cx("wrap page", s.form)}>
      <PageHeading title={t`Enrollment`}>
        {gone ? (
          <Trans>This enrollment is not available</Trans>
        ) : (
          <Trans>There is no enrollment to continue</Trans>
        )}
      </PageHeading>
      <p>
        <Trans>
          Your answers are safe. Use your enrollment code to open them here, or start with your plans.
        </Trans>
      </p>
      <div className="row">
        <ButtonLink tone="primary" to="/continue-enrollment">
          <Trans>Continue a saved enrollment</Trans>
        </ButtonLink>
        <ButtonLink to="/cart">
          <Trans>Go to the cart</Trans>
        </ButtonLink>
      </div>
    </main>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { ButtonLink } from "@/components/ui/Button";
import { cx } from "@/lib/cx";
import { PageHeading } from "@/lib/page";
import form from "../Enroll.module.css";

/** The client gave the application back: nothing of it opens here any more. */
export default function Returned() {
  const { t } = useLingui();
  return (
    <main id="main" className={cx("wrap page", form.form)}>
      <PageHeading title={t`You returned the application`}>
        <Trans>You returned the application</Trans>
      </PageHeading>
      <p>
        <Trans>
          The person who prepared it will read your note and can send it to you again. You'll get a new email
          with a new code.
        </Trans>
      </p>
      <div className="row">
        <ButtonLink to="/">
          <Trans>Return to homepage</Trans>
        </ButtonLink>
      </div>
    </main>
  );
}

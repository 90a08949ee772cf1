import { Trans, useLingui } from "@lingui/react/macro";
import { ButtonLink } from "@/components/ui/Button";
import { PageHeading } from "@/lib/page";
import s from "./Errors.module.css";
import { LostFolder } from "./LostFolder.art";

export default function ErrorPage() {
  const { t } = useLingui();
  return (
    <main id="main" className={s.page}>
      <LostFolder />
      <PageHeading title={t`Page not found`}>
        <Trans>OOPS! Page not found</Trans>
      </PageHeading>
      <p>
        <Trans>
          The address may be mistyped, or the page has moved. Your cart and saved answers are safe.
        </Trans>
      </p>
      <ButtonLink tone="primary" to="/">
        <Trans>Back to Homepage</Trans>
      </ButtonLink>
    </main>
  );
}

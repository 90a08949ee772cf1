import { Trans, useLingui } from "@lingui/react/macro";
import { useParams } from "react-router";
import { ButtonLink } from "@/components/ui/Button";
import { PageHeading } from "@/lib/page";
import s from "./Errors.module.css";
import { LostFolder } from "./LostFolder.art";

export default function LandingConfigErrorPage() {
  const { t } = useLingui();
  const group = useParams().type?.toLowerCase() === "group";
  const type = group ? t({ message: "Group", context: "inside a sentence" }) : t`Agent`;
  return (
    <main id="main" className={s.page}>
      <LostFolder />
      <PageHeading title={t`Landing url is not configured`}>
        <Trans>Landing url is not configured for this {type}</Trans>
      </PageHeading>
      <p>
        <Trans>You can still see every plan and price on our homepage.</Trans>
      </p>
      <ButtonLink tone="primary" to="/">
        <Trans>Back to Homepage</Trans>
      </ButtonLink>
    </main>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { ButtonLink } from "@/components/ui/Button";
import { PageHeading } from "@/lib/page";
import form from "../Enroll.module.css";
import { useStep } from "../engine/wizard";
import s from "./HandOver.module.css";

/** A step that somebody else fills in, now that the client has the application. */
export default function LockedStep() {
  const { t } = useLingui();
  const { tab, wizard } = useStep();
  const { title } = tab;
  return (
    <div className={form.form}>
      <div className={s.head}>
        <PageHeading title={t`${title}, the client's step`}>{title}</PageHeading>
        <p>
          <Trans>The client completes this step on their own device. You'll see here when it's done.</Trans>
        </p>
      </div>
      <div className={s.foot}>
        <ButtonLink to={wizard.resume.href}>
          <Trans>See everything that was filled in</Trans>
        </ButtonLink>
      </div>
    </div>
  );
}

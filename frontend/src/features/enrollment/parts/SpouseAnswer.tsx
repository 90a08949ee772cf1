import { Trans, useLingui } from "@lingui/react/macro";
import { LinkButton } from "@/components/ui/Button";
import type { SpouseChoice } from "../engine/dependents";
import s from "../steps/Dependents.module.css";

/** The answer, and the way to change it. */
export function SpouseAnswer({ choice, onChange }: { choice: SpouseChoice; onChange?: () => void }) {
  const { t } = useLingui();
  return (
    <p className={s.answered}>
      <span>
        <Trans>Enroll Spouse</Trans>: <strong>{choice === "yes" ? t`Yes` : t`No`}</strong>
      </span>
      {onChange && (
        <LinkButton aria-label={t`Change your answer about your spouse`} onClick={onChange}>
          <Trans>Change</Trans>
        </LinkButton>
      )}
    </p>
  );
}

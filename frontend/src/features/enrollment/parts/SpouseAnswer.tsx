import { Trans } from "@lingui/react/macro";
import { LinkButton } from "@/components/ui/Button";
import type { SpouseChoice } from "../engine/dependents";
import s from "../steps/Dependents.module.css";

/** The answer, and the way to change it. */
export function SpouseAnswer({ choice, onChange }: { choice: SpouseChoice; onChange?: () => void }) {
  return (
    <p className={s.answered}>
      <span>
        {choice === "yes" && <Trans>You are enrolling your spouse.</Trans>}
        {choice === "no" && <Trans>You are not enrolling a spouse.</Trans>}
      </span>
      {onChange && (
        <LinkButton onClick={onChange}>
          <Trans>Enroll Spouse</Trans>
        </LinkButton>
      )}
    </p>
  );
}

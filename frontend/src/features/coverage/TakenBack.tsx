import { Trans } from "@lingui/react/macro";
import type { CoverageChange } from "./reads";

/** That what was changed together no longer counts, and since when; nothing while it does. */
export function TakenBack({ changes }: { changes: CoverageChange[] }) {
  const day = changes[0]?.withdrawn_on;
  if (!day) return null;
  return (
    <small>
      <Trans>Undone on {day}</Trans>
    </small>
  );
}

import { Trans } from "@lingui/react/macro";
import { money } from "@/lib/format";
import type { CoverageChange } from "./reads";

/** The price before and now; empty where neither is on record, or both are alike. */
export function NewPrice({ change }: { change: CoverageChange }) {
  if (!change.after || change.before === change.after) return null;
  const after = money(change.after);
  if (!change.before) return <Trans>{after} a month.</Trans>;
  const before = money(change.before);
  return (
    <Trans>
      From {before} to {after} a month.
    </Trans>
  );
}

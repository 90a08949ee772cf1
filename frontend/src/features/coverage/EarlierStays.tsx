import { Trans } from "@lingui/react/macro";
import type { PolicySummary } from "./reads";

type Covered = PolicySummary["people"][number];

/** The days on which somebody was covered before they left and came back, the last ones first. */
export function EarlierStays({ person }: { person: Covered }) {
  return person.earlier.toReversed().map(({ since: first, until: last }) => (
    <small key={first}>
      <Trans>
        Covered before: {first} to {last}
      </Trans>
    </small>
  ));
}

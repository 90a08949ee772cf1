import { Trans } from "@lingui/react/macro";
import type { PolicySummary } from "./reads";

type Covered = PolicySummary["people"][number];

/** The first day ever of somebody who left and came back, and the days before this stay, the last ones first. */
export function EarlierStays({ person }: { person: Covered }) {
  const { first_ever: firstEver, earlier } = person;
  return (
    <>
      {firstEver && (
        <small>
          <Trans>First covered on {firstEver}</Trans>
        </small>
      )}
      {earlier.toReversed().map(({ since: first, until: last }) => (
        <small key={first}>
          <Trans>
            Covered before: {first} to {last}
          </Trans>
        </small>
      ))}
    </>
  );
}

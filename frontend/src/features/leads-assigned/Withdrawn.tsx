import { Trans } from "@lingui/react/macro";
import type { LeadDetail } from "@/client";

/** Says that the person once took back consent, on this lead or on another one of theirs. */
export function Withdrawn({ of }: { of: Pick<LeadDetail, "withdrawn"> }) {
  return of.withdrawn.map(({ purpose, on }) => (
    <p key={purpose} className="num">
      {purpose === "phone" ? (
        <Trans>This person took back consent to calls on {on}.</Trans>
      ) : (
        <Trans>This person took back consent to email on {on}.</Trans>
      )}
    </p>
  ));
}

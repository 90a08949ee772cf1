import { Trans, useLingui } from "@lingui/react/macro";
import { Banner } from "@/components/ui/Banner";
import { ButtonLink } from "@/components/ui/Button";
import { money } from "@/lib/format";
import { useRenewals } from "./reads";

/** Offers for a new year that may still be answered, and those that the store has to decide. */
export function Renewals() {
  const { t } = useLingui();
  const renewals = useRenewals();
  const open = renewals.data?.filter((row) => row.is_open || row.follows === "undecided") ?? [];
  return open.map((row) => {
    const { plan, first_day: firstDay, answer_by: answerBy, last_day: lastDay, next_plan: nextPlan } = row;
    const before = row.before ? money(row.before) : "–";
    const after = row.after && money(row.after);
    return (
      <Banner
        key={row.policy_number}
        tone="info"
        title={
          row.follows === "same" ? (
            <Trans>
              {plan} renews on {firstDay}
            </Trans>
          ) : row.follows === "undecided" ? (
            <Trans>We're reviewing the renewal of {plan}</Trans>
          ) : (
            <Trans>
              {plan} ends on {lastDay}
            </Trans>
          )
        }
        action={
          <ButtonLink
            size="sm"
            to={`/coverage/policies/${encodeURIComponent(row.policy_number)}/renewal`}
            aria-label={
              row.follows === "same" ? t`Review the renewal of ${plan}` : t`Review what happens to ${plan}`
            }
          >
            <Trans>Review</Trans>
          </ButtonLink>
        }
      >
        {row.choice || row.follows === "undecided" ? (
          row.state_text
        ) : row.follows === "another" ? (
          <Trans>
            {nextPlan} takes its place on {firstDay}: {after || "–"} a month instead of {before}. You can
            choose something else until {answerBy}.
          </Trans>
        ) : after ? (
          <Trans>
            {before} a month now, {after} from then on. If you don't answer by {answerBy}, you keep it.
          </Trans>
        ) : (
          <Trans>
            No plan takes its place. Choose another plan by {answerBy}, or your coverage ends on {lastDay}.
          </Trans>
        )}
      </Banner>
    );
  });
}

import { Trans, useLingui } from "@lingui/react/macro";
import { Banner } from "@/components/ui/Banner";
import { ButtonLink } from "@/components/ui/Button";
import { money } from "@/lib/format";
import { useRenewals } from "./reads";

/** Offers for a new year that may be answered still. */
export function Renewals() {
  const { t } = useLingui();
  const renewals = useRenewals();
  const open = renewals.data?.filter((row) => row.is_open) ?? [];
  return open.map((row) => {
    const { plan, first_day: firstDay, answer_by: answerBy } = row;
    const before = row.before ? money(row.before) : "–";
    const after = row.after && money(row.after);
    return (
      <Banner
        key={row.policy_number}
        tone="info"
        title={
          row.plan_follows ? (
            <Trans>
              {plan} renews on {firstDay}
            </Trans>
          ) : (
            <Trans>{plan} ends, and no plan follows by itself</Trans>
          )
        }
        action={
          <ButtonLink
            size="sm"
            to={`/coverage/policies/${encodeURIComponent(row.policy_number)}/renewal`}
            aria-label={t`Look at the renewal of ${plan}`}
          >
            <Trans>Look at it</Trans>
          </ButtonLink>
        }
      >
        {row.choice ? (
          row.state_text
        ) : after ? (
          <Trans>
            {before} a month now, {after} then. Choose by {answerBy}; without a choice you keep it.
          </Trans>
        ) : (
          <Trans>Choose another plan by {answerBy} to stay covered.</Trans>
        )}
      </Banner>
    );
  });
}

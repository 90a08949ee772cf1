import { Trans, useLingui } from "@lingui/react/macro";
import type { MemberCoverage } from "@/client";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { useUndo } from "./useUndo";

type HeldChange = MemberCoverage["held"][number];

interface RowProps {
  held: HeldChange;
  /** The page has the history of changes, too. */
  hasHistory: boolean;
}

function Row({ held, hasHistory }: RowProps) {
  const { t } = useLingui();
  const { busy, problem, undo } = useUndo();
  const { asked_on: askedOn, waits_for: group, reason, title } = held;
  const plans = held.plans.map((plan) => [plan.plan, plan.new_plan].filter(Boolean).join(" → ")).join(", ");
  const isDeath = held.about === "death";
  const isCorrection = held.about === "correction";
  if (held.state === "recorded") {
    return (
      <Banner
        tone="info"
        title={
          <Trans>
            {title}: recorded by {group}
          </Trans>
        }
      >
        {isCorrection ? (
          <Trans>You asked on {askedOn}.</Trans>
        ) : hasHistory ? (
          <Trans>Reported on {askedOn}. See the history for what changed.</Trans>
        ) : (
          <Trans>Reported on {askedOn}.</Trans>
        )}
      </Banner>
    );
  }
  if (held.state === "declined") {
    return (
      <Banner
        tone="warn"
        title={
          isCorrection ? (
            <Trans>
              {group} didn't do this: {title}
            </Trans>
          ) : isDeath ? (
            <Trans>
              {group} sent a report back: {title}
            </Trans>
          ) : (
            <Trans>
              {group} sent a change back: {title}
            </Trans>
          )
        }
      >
        {reason}
      </Banner>
    );
  }
  return (
    <Banner
      tone="info"
      title={
        <Trans>
          {title}: waiting for {group}
        </Trans>
      }
      action={
        <Button
          size="sm"
          busy={busy !== ""}
          busyText={t`Withdrawing`}
          aria-label={t`Withdraw it: ${title}`}
          onClick={() => void undo(held.id)}
        >
          <Trans>Withdraw it</Trans>
        </Button>
      }
    >
      {problem ||
        (isCorrection ? (
          <Trans>You asked on {askedOn}. We'll answer by email.</Trans>
        ) : isDeath ? (
          <Trans>Reported on {askedOn}. Nothing changes until they record it.</Trans>
        ) : (
          <Trans>
            Reported on {askedOn} for {plans}. Nothing changes until they approve.
          </Trans>
        ))}
    </Banner>
  );
}

interface PendingApprovalsProps {
  coverage: MemberCoverage;
  /** One policy's number: what is of others is left out. */
  policy?: string;
  /** The kind of report; all of them where none is named. */
  about?: HeldChange["about"];
}

/** Reported changes that wait for the group, or were sent back recently. */
export function PendingApprovals({ coverage, policy, about }: PendingApprovalsProps) {
  const isOf = (held: HeldChange) =>
    (!about || held.about === about) && (!policy || held.plans.some((plan) => plan.policy_number === policy));
  return coverage.held.filter(isOf).map((held) => <Row key={held.id} held={held} hasHistory={!about} />);
}

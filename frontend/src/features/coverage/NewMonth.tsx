import { Trans } from "@lingui/react/macro";
import type { RenewalAnswer, RenewalOffer } from "@/client";
import { Lines, Statement, StatementBody, StatementHead, StatementTotal } from "@/components/ui/Statement";
import { isWithin } from "@/lib/dates";
import { sumOf } from "./change";
import { isOver } from "./PolicyState";
import s from "./Renewal.module.css";
import { useCoverage, useRenewals } from "./reads";

interface NewMonthProps {
  offer: RenewalOffer;
  choice: RenewalAnswer["choice"] | "";
  chosen: RenewalOffer["keep"];
}

/** What all plans cost a month from the first day of the new year, with this one as it is chosen. */
export function NewMonth({ offer, choice, chosen }: NewMonthProps) {
  const coverage = useCoverage();
  const renewals = useRenewals();
  if (!coverage.data || !renewals.data) return null;
  const { first_day: firstDay, policy_number: own } = offer.summary;
  const running = coverage.data.policies.filter((policy) => !isOver(policy) && policy.state !== "pending");
  const lines = running
    .filter((policy) => policy.number === own || isWithin(firstDay, policy.starts_on, policy.ends_on))
    .map((policy) => {
      if (policy.number === own) {
        const declined = choice === "decline" || (choice !== "change" && !offer.keep);
        const plan = chosen ?? offer.keep;
        return {
          key: policy.number,
          label: declined ? policy.plan : (plan?.plan ?? policy.plan),
          value: declined ? "0.00" : (plan?.monthly ?? ""),
        };
      }
      const renewal = renewals.data.find(
        (row) => row.policy_number === policy.number && row.first_day === firstDay,
      );
      const value = renewal ? (renewal.choice === "decline" ? "0.00" : renewal.after) : policy.monthly;
      return { key: policy.number, label: policy.plan, value };
    });
  const known = [...lines.map((line) => line.value), ...running.map((policy) => policy.monthly)];
  if (lines.length < 2 || known.includes("")) return null;
  return (
    <Statement>
      <StatementHead>
        <h2 className={s.month}>
          <Trans>From {firstDay}</Trans>
        </h2>
      </StatementHead>
      <StatementBody>
        <Lines lines={lines} />
      </StatementBody>
      <StatementTotal
        lines={[
          { label: <Trans>A month</Trans>, value: sumOf(lines.map((line) => line.value)), grand: true },
          { label: <Trans>Now</Trans>, value: sumOf(running.map((policy) => policy.monthly)) },
        ]}
      />
    </Statement>
  );
}

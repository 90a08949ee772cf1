import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { MemberCoverage } from "@/client";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { api, messageOf } from "@/lib/api";
import { useKeepCoverage } from "./reads";

type HeldChange = MemberCoverage["held"][number];

function Row({ held }: { held: HeldChange }) {
  const { t } = useLingui();
  const keep = useKeepCoverage();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const { asked_on: askedOn, waits_for: group, reason, title } = held;
  const plans = held.plans.map((plan) => [plan.plan, plan.new_plan].filter(Boolean).join(" → ")).join(", ");
  const takeBack = async () => {
    setBusy(true);
    setProblem("");
    try {
      keep(await api.post("/api/v1/withdraw-change", { order_id: held.id }));
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  if (held.state === "declined") {
    return (
      <Banner
        tone="warn"
        title={
          <Trans>
            {group} sent a change back: {title}
          </Trans>
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
          {title}: waits for {group}
        </Trans>
      }
      action={
        <Button
          size="sm"
          busy={busy}
          busyText={t`Withdrawing`}
          aria-label={t`Withdraw it: ${title}`}
          onClick={() => void takeBack()}
        >
          <Trans>Withdraw it</Trans>
        </Button>
      }
    >
      {problem || (
        <Trans>
          Reported on {askedOn} for {plans}. Nothing changes before they agree.
        </Trans>
      )}
    </Banner>
  );
}

/** What was reported and waits for the group, or was sent back lately. */
export function Held({ coverage }: { coverage: MemberCoverage }) {
  return coverage.held.map((held) => <Row key={held.id} held={held} />);
}

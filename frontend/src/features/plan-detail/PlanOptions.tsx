import { Trans, useLingui } from "@lingui/react/macro";
import { ChoiceCards } from "@/components/form/Choices";
import { Price } from "@/components/ui/Statement";
import { announce } from "@/lib/announce";
import { money } from "@/lib/format";
import type { PricedPlan } from "@/lib/shop/types";

interface PlanOptionsProps {
  plans: PricedPlan[];
  chosen: PricedPlan;
  onChoose: (code: string) => void;
}

/** The options of a plan: the amount insured at once is charged now, the rest once the carrier approves it. */
function OptionFact({ plan }: { plan: PricedPlan }) {
  const approved = plan.evidence && money(plan.evidence.price_approved);
  return (
    <>
      {plan.option.note}
      {approved && (
        <>
          {plan.option.note && ". "}
          <Trans>{approved} once approved</Trans>
        </>
      )}
    </>
  );
}

export function PlanOptions({ plans, chosen, onChoose }: PlanOptionsProps) {
  const { t } = useLingui();
  return (
    <section aria-labelledby="options">
      <h2 id="options">
        <Trans>Choose an option</Trans>
      </h2>
      <ChoiceCards
        columns
        hideLabel
        label={t`Choose an option`}
        name="option"
        value={chosen.option.code}
        onChange={(event) => {
          onChoose(event.target.value);
          const plan = plans.find((item) => item.option.code === event.target.value);
          if (plan) announce(t`Your price is now ${money(plan.recurring)} a month.`);
        }}
        choices={plans.map((plan) => ({
          value: plan.option.code,
          title: plan.option.label,
          fact: <OptionFact plan={plan} />,
          end: <Price amount={plan.recurring} period="mo" size="sm" />,
        }))}
      />
    </section>
  );
}

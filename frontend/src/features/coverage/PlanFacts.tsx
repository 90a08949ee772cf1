import { Trans, useLingui } from "@lingui/react/macro";
import type { RenewalOffer } from "@/client";
import { Badge } from "@/components/ui/Badge";
import { Table } from "@/components/ui/Table";
import s from "./Renewal.module.css";
import { useOwnerName } from "./reads";

export type PlanFact = NonNullable<RenewalOffer["keep"]>["facts"][number];

const ORDER: PlanFact["effect"][] = ["worse", "better", "other", "same"];

function EffectBadge({ effect }: { effect: PlanFact["effect"] }) {
  if (effect === "worse") {
    return (
      <Badge tone="bad">
        <Trans>Worse</Trans>
      </Badge>
    );
  }
  if (effect === "better") {
    return (
      <Badge tone="ok">
        <Trans>Better</Trans>
      </Badge>
    );
  }
  return (
    <Badge tone="warn">
      <Trans>Changes</Trans>
    </Badge>
  );
}

/** Facts of a plan and of the one that takes its place. `then`: what the new column is called. */
export function PlanFacts({ facts, then }: { facts: PlanFact[]; then: string }) {
  const { t } = useLingui();
  const who = useOwnerName();
  const isSame = (fact: PlanFact) => fact.effect === "same";
  return (
    <Table
      caption={t`What changes, what stays`}
      className={s.facts}
      rows={[...facts].sort((a, b) => ORDER.indexOf(a.effect) - ORDER.indexOf(b.effect))}
      rowKey={(fact) => fact.label}
      columns={[
        { key: "what", label: who ? t`Plan` : t`Your plan`, header: true, cell: (fact) => fact.label },
        {
          key: "now",
          label: t`Now`,
          cell: (fact) => <span className={isSame(fact) ? s.same : undefined}>{fact.before || "–"}</span>,
        },
        { key: "then", label: then, cell: (fact) => <b>{fact.after || "–"}</b> },
        {
          key: "mark",
          label: t`Difference`,
          right: true,
          cell: (fact) =>
            isSame(fact) ? (
              <span className="small mute">
                <Trans>Stays</Trans>
              </span>
            ) : (
              <EffectBadge effect={fact.effect} />
            ),
        },
      ]}
    />
  );
}

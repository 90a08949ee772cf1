import { Trans, useLingui } from "@lingui/react/macro";
import type { RenewalOffer } from "@/client";
import { Badge } from "@/components/ui/Badge";
import { Table } from "@/components/ui/Table";

export type PlanFact = NonNullable<RenewalOffer["keep"]>["facts"][number];

/** Facts of a plan and of the one that takes its place. `then`: what the new column is called. */
export function PlanFacts({ facts, then }: { facts: PlanFact[]; then: string }) {
  const { t } = useLingui();
  return (
    <Table
      caption={t`What changes, what stays`}
      rows={facts}
      rowKey={(fact) => fact.label}
      columns={[
        { key: "what", label: t`Your plan`, header: true, cell: (fact) => fact.label },
        { key: "now", label: t`Now`, cell: (fact) => fact.before || "–" },
        { key: "then", label: then, cell: (fact) => <b>{fact.after || "–"}</b> },
        {
          key: "mark",
          label: t`Difference`,
          right: true,
          cell: (fact) =>
            fact.before === fact.after ? (
              <span className="small mute">
                <Trans>Stays</Trans>
              </span>
            ) : (
              <Badge tone="warn">
                <Trans>Changes</Trans>
              </Badge>
            ),
        },
      ]}
    />
  );
}

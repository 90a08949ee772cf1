import { Trans } from "@lingui/react/macro";
import type { CoverageCard } from "@/client";
import { Badge } from "@/components/ui/Badge";

/** What is to be known of the days of a card, where it isn't simply in force. */
export function CardDays({ card }: { card: CoverageCard }) {
  const { since, until } = card;
  if (card.starts_later) {
    return (
      <Badge tone="warn">
        <Trans>Starts {since}</Trans>
      </Badge>
    );
  }
  if (until) {
    return (
      <Badge tone="warn">
        <Trans>Until {until}</Trans>
      </Badge>
    );
  }
  return null;
}

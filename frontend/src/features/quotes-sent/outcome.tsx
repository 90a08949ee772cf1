import { useLingui } from "@lingui/react/macro";
import type { SentQuoteItem } from "@/client";
import { Badge } from "@/components/ui/Badge";

type Outcome = SentQuoteItem["outcome"];

const TONES: Partial<Record<Outcome, "ok" | "warn" | "bad" | "brand" | "accent">> = {
  opened: "brand",
  moved: "warn",
  enrolled: "ok",
};

/** The states of a quote in words, in the order it goes through them. */
export function useOutcomeWords(): Record<Outcome, string> {
  const { t } = useLingui();
  return {
    sent: t`Sent, not opened`,
    opened: t`Opened`,
    moved: t`Opened, prices moved`,
    enrolled: t`Enrolled`,
    expired: t`Expired`,
  };
}

export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const words = useOutcomeWords();
  return <Badge tone={TONES[outcome]}>{words[outcome]}</Badge>;
}

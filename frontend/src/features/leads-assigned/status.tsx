import { useLingui } from "@lingui/react/macro";
import type { LeadItem } from "@/client";
import { Badge } from "@/components/ui/Badge";

type Status = LeadItem["status"];

const TONES: Partial<Record<Status, "ok" | "brand" | "accent">> = {
  NEW: "accent",
  CONTACTED: "brand",
  WON: "ok",
};

export function useLeadWords(): Record<Status, string> {
  const { t } = useLingui();
  return { NEW: t`New`, CONTACTED: t`Contacted`, WON: t`Won`, LOST: t`Lost` };
}

export function LeadBadge({ status }: { status: Status }) {
  const words = useLeadWords();
  return <Badge tone={TONES[status]}>{words[status]}</Badge>;
}

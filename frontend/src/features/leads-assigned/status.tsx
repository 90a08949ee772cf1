import { useLingui } from "@lingui/react/macro";
import type { LeadItem } from "@/client";
import { Badge } from "@/components/ui/Badge";

type Status = LeadItem["status"];
export type Reason = Exclude<LeadItem["reason"], "">;

const TONES: Partial<Record<Status, "ok" | "brand" | "accent">> = {
  NEW: "accent",
  CONTACTED: "brand",
  QUOTED: "brand",
  WON: "ok",
};

export function useLeadWords(): Record<Status, string> {
  const { t } = useLingui();
  return { NEW: t`New`, CONTACTED: t`Contacted`, QUOTED: t`Quoted`, WON: t`Won`, LOST: t`Lost` };
}

export function useReasons(): Record<Reason, string> {
  const { t } = useLingui();
  return {
    no_reply: t`Couldn't reach them`,
    price: t`The price`,
    elsewhere: t`Covered elsewhere`,
    not_interested: t`Not interested`,
    not_eligible: t`Not eligible`,
    wrong_contact: t`Wrong contact details`,
    other: t`Another reason`,
  };
}

export function LeadBadge({ status }: { status: Status }) {
  const words = useLeadWords();
  return <Badge tone={TONES[status]}>{words[status]}</Badge>;
}

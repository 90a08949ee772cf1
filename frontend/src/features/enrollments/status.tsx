import { useLingui } from "@lingui/react/macro";
import type { WorkItem } from "@/client";
import { Badge } from "@/components/ui/Badge";

type Status = WorkItem["status"];

const TONES: Partial<Record<Status, "ok" | "warn" | "bad" | "brand" | "accent">> = {
  saved: "brand",
  waiting: "warn",
  submitted: "accent",
  pending: "warn",
  accepted: "ok",
  active: "ok",
};

/** Every status in words, in the order an enrollment goes through them. */
export function useStatusWords(): Record<Status, string> {
  const { t } = useLingui();
  return {
    draft: t`Draft`,
    saved: t`Saved for later`,
    waiting: t`Waiting for signature`,
    submitted: t`Submitted`,
    pending: t`Pending underwriting`,
    accepted: t`Accepted`,
    active: t`Active`,
    ended: t`Ended`,
  };
}

export function StatusBadge({ status }: { status: Status }) {
  const words = useStatusWords();
  return <Badge tone={TONES[status]}>{words[status]}</Badge>;
}

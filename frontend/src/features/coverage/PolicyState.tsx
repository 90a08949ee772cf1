import { Badge } from "@/components/ui/Badge";
import type { PolicySummary } from "./reads";

const TONES = {
  pending: "warn",
  accepted: "ok",
  active: "ok",
  ended: undefined,
  cancelled: undefined,
} as const;

export const isOver = ({ state }: PolicySummary) => state === "ended" || state === "cancelled";

/** A policy's state in words. */
export function StateBadge({ policy }: { policy: PolicySummary }) {
  const tone = policy.state === "active" && policy.ends_on ? "warn" : TONES[policy.state];
  return <Badge {...(tone ? { tone } : {})}>{policy.state_text}</Badge>;
}

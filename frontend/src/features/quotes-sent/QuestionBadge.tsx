import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { SentQuoteItem } from "@/client";
import { Badge } from "@/components/ui/Badge";

/** The number of the client's questions, and whether one waits; absent without any. */
export function QuestionBadge({ row: { questions, waiting } }: { row: SentQuoteItem }) {
  const { t } = useLingui();
  if (waiting > 0) {
    return (
      <Badge tone="warn">{t`${plural(waiting, { one: "# question waiting", other: "# questions waiting" })}`}</Badge>
    );
  }
  if (questions === 0) return null;
  return (
    <Badge>{t`${plural(questions, { one: "# question answered", other: "# questions answered" })}`}</Badge>
  );
}

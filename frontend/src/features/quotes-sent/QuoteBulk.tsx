import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { QuotesSent } from "@/client";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import ActionDialog from "@/components/work/ActionDialog";
import { type Selected, SelectionBar } from "@/components/work/Selection";
import { api } from "@/lib/api";

const MOST_AT_ONCE = 50;

/** What can be done with the selected quotes, and what became of it. */
export function QuoteBulk({ selected, onClear }: { selected: Selected<string>; onClear: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [result, setResult] = useState<QuotesSent | null>(null);
  const count = selected.size;
  const send = async () => {
    setResult(await api.post("/api/v1/resend-quotes", { quote_ids: [...selected] }));
    setAsking(false);
    onClear();
    await client.invalidateQueries({ queryKey: ["sent-quotes"] });
  };
  const status = count
    ? t`${plural(count, { one: "# quote selected", other: "# quotes selected" })}`
    : result && t`${plural(result.sent, { one: "# quote sent again.", other: "# quotes sent again." })}`;
  return (
    <SelectionBar label={t`Selected quotes`} status={status ?? ""} onClear={count ? onClear : undefined}>
      {count > MOST_AT_ONCE && (
        <p className="small mute">
          <Trans>You can send up to {MOST_AT_ONCE} quotes at once.</Trans>
        </p>
      )}
      {count > 0 && count <= MOST_AT_ONCE && (
        <Button size="sm" icon="send" onClick={() => setAsking(true)}>
          {t`${plural(count, { one: "Send # quote again", other: "Send # quotes again" })}`}
        </Button>
      )}
      {!count && result && result.not_sent.length > 0 && (
        <Banner tone="warn" live="status">
          <p>{t`${plural(result.not_sent.length, { one: "# quote was not sent:", other: "# quotes were not sent:" })}`}</p>
          <ul>
            {result.not_sent.map(({ quote_id, name, reason }) => (
              <li key={quote_id}>
                <b>{name}</b>: {reason}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {asking && (
        <ActionDialog
          title={t`${plural(count, { one: "Send # quote again?", other: "Send # quotes again?" })}`}
          why={
            <Trans>Each client gets the same email with the same link. Expired quotes are left out.</Trans>
          }
          action={<Trans>Send again</Trans>}
          busyText={t`Sending`}
          onSubmit={send}
          onClose={() => setAsking(false)}
        />
      )}
    </SelectionBar>
  );
}

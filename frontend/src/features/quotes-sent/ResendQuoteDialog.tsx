import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { SentQuoteItem } from "@/client";
import { toast } from "@/components/ui/Toast";
import ActionDialog from "@/components/work/ActionDialog";
import { api } from "@/lib/api";

/** Sends the mail of a quote once more, as it was. */
export default function ResendQuoteDialog({ row, onClose }: { row: SentQuoteItem; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const send = async () => {
    const sent = await api.post("/api/v1/resend-quote", { quote_id: row.quote_id });
    toast(t`Quote Successfully Sent to ${sent.email}`);
    await client.invalidateQueries({ queryKey: ["sent-quotes"] });
    onClose();
  };
  return (
    <ActionDialog
      title={<Trans>Send this quote again?</Trans>}
      why={
        <Trans>
          {row.email} gets the same email with the same link, which works until {row.expires_on}. We check
          prices again when the link is opened.
        </Trans>
      }
      action={<Trans>Send again</Trans>}
      busyText={t`Sending`}
      onSubmit={send}
      onClose={onClose}
    />
  );
}

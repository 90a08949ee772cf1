import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { QuoteRenewed } from "@/client";
import { focusInstead } from "@/lib/page";
import { NOTHING_LEFT } from "@/lib/shop/context";
import { renewQuote } from "@/lib/shop/renew";
import { useStored } from "@/lib/storage";
import { tellTabs } from "@/lib/tabs";
import { Banner } from "../ui/Banner";
import { Button } from "../ui/Button";
import { toast } from "../ui/Toast";
import s from "./ExpiredQuote.module.css";

function useWelcome(): (renewed: QuoteRenewed) => string {
  const { t } = useLingui();
  return ({ count, cart_lines }) => {
    const moved = cart_lines.map((line) => line.plan_name).join(", ");
    if (count === 0) return t`Your answers are back, with today's prices.`;
    if (!moved) return t`Your answers and your plans are back. No price changed.`;
    return t`Your answers and your plans are back. Changed since: ${moved}.`;
  };
}

/** Says that the quote has expired, and brings back what is left of it. */
export default function ExpiredQuote() {
  const { t } = useLingui();
  const id = useStored("expiredQuote");
  const client = useQueryClient();
  const welcome = useWelcome();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  if (!id) return null;
  const hasQuote = id !== NOTHING_LEFT;

  const renew = async () => {
    if (busy) return;
    setBusy(true);
    setFailed(false);
    try {
      const renewed = await renewQuote(id);
      if (renewed) {
        tellTabs();
        await client.invalidateQueries({ queryKey: ["quote"] });
        focusInstead(null);
        toast(welcome(renewed));
      }
    } catch {
      setFailed(true);
    }
    setBusy(false);
  };

  return (
    <Banner
      className={s.expired}
      tone="warn"
      live="status"
      title={t`Your quote has expired. Please start again.`}
      action={
        hasQuote && (
          <Button size="sm" busy={busy} busyText={t`Starting`} onClick={() => void renew()}>
            <Trans>Start again</Trans>
          </Button>
        )
      }
    >
      {failed && (
        <p role="alert">
          <Trans>We could not bring it back. Check your connection and try again.</Trans>
        </p>
      )}
      {hasQuote ? (
        <p>
          <Trans>
            You'll see your answers and cart with today's prices. We'll ask health questions again.
          </Trans>
        </p>
      ) : (
        <p>
          <Trans>Answer four questions to see today's prices.</Trans>
        </p>
      )}
    </Banner>
  );
}

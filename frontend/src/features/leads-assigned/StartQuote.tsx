import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { LeadItem } from "@/client";
import { Button, type ButtonLook } from "@/components/ui/Button";
import { useStartLeadQuote } from "@/components/work/leads";
import { ApiError } from "@/lib/api";

const AnswersDialog = lazy(() => import("./AnswersDialog"));

interface StartQuoteProps extends ButtonLook {
  lead: LeadItem;
  /** Instead of "Start quote". */
  children?: React.ReactNode;
  onFailed?: (message: string) => void;
  /** Starts without a press, as the address asks for. */
  at?: boolean;
}

/** Starts the quote in one press. Answers that it still needs are asked for. A cart at work stays on the enrollments list. */
export function StartQuote({ lead, children, onFailed, at, ...look }: StartQuoteProps) {
  const { t } = useLingui();
  const start = useStartLeadQuote();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const begin = async () => {
    if (lead.missing.length > 0) return setAsking(true);
    setBusy(true);
    try {
      await start(lead.lead_id);
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && (error.errorCode || error.hasFieldErrors)) return setAsking(true);
      onFailed?.(t`We could not start the quote. Check your connection and try again.`);
    }
  };
  const started = useRef(false);
  useEffect(() => {
    if (!at || started.current) return;
    started.current = true;
    void begin();
  });
  return (
    <>
      <Button
        {...look}
        busy={busy}
        busyText={t`Starting`}
        aria-label={children ? undefined : t`Start quote for ${lead.title}`}
        onClick={() => void begin()}
      >
        {children ?? <Trans>Start quote</Trans>}
      </Button>
      {asking && (
        <Suspense fallback={null}>
          <AnswersDialog lead={lead} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}

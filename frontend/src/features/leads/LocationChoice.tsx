import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/Button";
import { FailedRead } from "@/components/ui/State";
import { useConsentTexts } from "@/lib/consents";
import { rememberRefusal, storeLocation } from "@/lib/device";
import s from "./Leads.module.css";

/** The banner's question once more, for whoever thinks otherwise by now. */
export function LocationChoice() {
  const { t } = useLingui();
  const client = useQueryClient();
  const { texts, loaded, reload } = useConsentTexts();
  const [busy, setBusy] = useState<boolean | null>(null);
  const [status, setStatus] = useState("");
  const text = texts.find((text) => text.purpose === "location")?.text;

  const choose = async (allowed: boolean) => {
    setBusy(allowed);
    setStatus("");
    try {
      await storeLocation(allowed);
      if (!allowed) rememberRefusal();
      // The banner, if it still stands there, has its answer.
      client.setQueryData(["lead-check"], 200);
      setStatus(allowed ? t`Saved. Your location may be stored.` : t`Saved. Your location is not stored.`);
    } catch {
      setStatus(t`We could not save your answer. Please try again.`);
    }
    setBusy(null);
  };

  if (loaded && !text) return <FailedRead onRetry={() => void reload()} />;
  return (
    <div className={s.location}>
      <p>{text}</p>
      <div className="row">
        <Button blocked={!text} busy={busy === true} busyText={t`Saving`} onClick={() => void choose(true)}>
          <Trans>Allow</Trans>
        </Button>
        <Button
          tone="quiet"
          blocked={!text}
          busy={busy === false}
          busyText={t`Saving`}
          onClick={() => void choose(false)}
        >
          <Trans>Don't Allow</Trans>
        </Button>
      </div>
      <p className="small" role="status">
        {status}
      </p>
    </div>
  );
}

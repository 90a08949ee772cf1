import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { ApiError, api } from "@/lib/api";
import { saveFile } from "@/lib/saveFile";
import s from "./Quote.module.css";

/** The quote as a PDF, the one its mail had. */
export function SaveDocument({ token }: { token: string }) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);

  const save = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const file = await api.post("/api/v1/quote-document", { token });
      saveFile(file.name, file.content, "application/pdf");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      {failure && (
        <div className={s.said}>
          <Banner tone="bad" live="alert">
            {failure.message || t`We could not load this. Please try again.`}
          </Banner>
        </div>
      )}
      <Button icon="document" size="lg" busy={busy} busyText={t`Loading`} onClick={() => void save()}>
        <Trans>Save as PDF</Trans>
      </Button>
    </>
  );
}

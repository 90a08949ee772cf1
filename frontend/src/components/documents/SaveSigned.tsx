import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { SignedApplication } from "@/client";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { ApiError, api } from "@/lib/api";
import { saveFile } from "@/lib/saveFile";

const TRIES = 8;
const PAUSE = 1500;

/** The document is made within seconds after the submission: asked for again while it isn't there yet. */
async function fetchSigned(id: string): Promise<SignedApplication> {
  for (let tried = 1; ; tried++) {
    const file = await api.post("/api/v1/signed-application", {
      enrollment_id: id,
    });
    if (file.state === "ready" || tried === TRIES) return file;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** Saves the signed application of a submitted enrollment. */
export default function SaveSigned({ id, size }: { id: string; size?: "sm" }) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<{ tone: "bad" | "info"; text: string } | null>(null);

  const save = async () => {
    setBusy(true);
    setNotice(null);
    try {
      const file = await fetchSigned(id);
      if (file.state === "ready") saveFile(file.name ?? "", file.content ?? "", "application/pdf");
      else
        setNotice({
          tone: "info",
          text: t`Your document is still being prepared. Please try again in a minute.`,
        });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setNotice({ tone: "bad", text: error.message || t`We could not load this. Please try again.` });
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <Button
        icon="document"
        {...(size ? { size } : {})}
        busy={busy}
        busyText={t`Loading`}
        onClick={() => void save()}
      >
        <Trans>Save signed application (PDF)</Trans>
      </Button>
      {notice && (
        <Banner tone={notice.tone} live={notice.tone === "bad" ? "alert" : "status"}>
          {notice.text}
        </Banner>
      )}
    </>
  );
}

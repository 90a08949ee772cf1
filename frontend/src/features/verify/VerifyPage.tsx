import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { VerifiedDocument } from "@/client";
import { TextField } from "@/components/form/TextField";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Card } from "@/components/ui/Card";
import { ApiError, api } from "@/lib/api";
import { contact } from "@/lib/bootstrap";
import { cx } from "@/lib/cx";
import { PageHeading } from "@/lib/page";
import { useSearchParams } from "@/lib/router";
import { canHash, sha256 } from "./sha256";
import s from "./Verify.module.css";

type Verified = VerifiedDocument & { hash: string };

function Answer({ verified }: { verified: Verified }) {
  const { phone } = contact();
  const { signed_on: date, result } = verified;
  if (result === "genuine") {
    return (
      <Banner tone="ok" live="status" title={<Trans>Genuine and unchanged</Trans>}>
        <p>
          <Trans>This file is exactly the application that was signed here on {date}.</Trans>
        </p>
      </Banner>
    );
  }
  if (result === "known") {
    return (
      <Banner tone="ok" live="status" title={<Trans>This code is ours</Trans>}>
        <p>
          <Trans>
            It belongs to an application that was signed here on {date}, and our record of it is unchanged. To
            check that a file is that document, choose the file as well.
          </Trans>
        </p>
      </Banner>
    );
  }
  if (result === "damaged") {
    return (
      <Banner tone="bad" live="status" title={<Trans>We can't confirm this document</Trans>}>
        <p>
          <Trans>Our record doesn't match. Please call us at {phone}.</Trans>
        </p>
      </Banner>
    );
  }
  return (
    <Banner tone="bad" live="status" title={<Trans>Not ours, or changed</Trans>}>
      <p>
        {result === "changed" ? (
          <Trans>
            The code matches an application signed here on {date}, but this file is different. It was changed
            or saved again by another program.
          </Trans>
        ) : (
          <Trans>
            We don't have a document with this code or content. Check the code, or ask for the original file,
            because printing or saving it again makes a different file.
          </Trans>
        )}
      </p>
    </Banner>
  );
}

function useCheck() {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const [verified, setVerified] = useState<Verified | null>(null);
  const [failure, setFailure] = useState("");

  const check = async (code: string, file: File | null) => {
    setBusy(true);
    setFailure("");
    setVerified(null);
    try {
      const hash = file ? await sha256(file) : "";
      const body = { code, sha256: hash };
      setVerified({ ...(await api.post("/api/v1/verify-document", body)), hash });
    } catch (error) {
      const message = error instanceof ApiError ? error.message : "";
      setFailure(message || t`We could not check this. Please try again.`);
    } finally {
      setBusy(false);
    }
  };
  return { busy, verified, failure, check };
}

/** Verifies a signed application by its code or the file. The file is not sent anywhere. */
export default function VerifyPage() {
  const { t } = useLingui();
  const codeFromLink = useSearchParams()[0].get("code") ?? "";
  const [code, setCode] = useState(codeFromLink);
  const [file, setFile] = useState<File | null>(null);
  const [missing, setMissing] = useState(false);
  const { busy, verified, failure, check } = useCheck();

  const started = useRef(false);
  useEffect(() => {
    if (!codeFromLink || started.current) return;
    started.current = true;
    void check(codeFromLink, null);
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const isEmpty = !code.trim() && !file;
    setMissing(isEmpty);
    if (isEmpty) document.getElementById("code")?.focus();
    else void check(code.trim(), file);
  };

  return (
    <main id="main" className={cx("wrap page", s.page)}>
      <div className="stack-6">
        <div>
          <PageHeading title={t`Check a signed application`} error={missing}>
            <Trans>Check a signed application</Trans>
          </PageHeading>
          <p className={cx("lead", s.lead)}>
            <Trans>
              Every application signed here has a code on each page. Enter the code, choose the PDF, or both,
              and we'll tell you whether it's genuine and unchanged, without showing anything about the people
              in it.
            </Trans>
          </p>
        </div>
        <Card>
          <form className={s.form} onSubmit={submit} noValidate>
            <TextField
              id="code"
              label={<Trans>Code</Trans>}
              hint={<Trans>16 letters and numbers, at the bottom of each page.</Trans>}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={24}
              value={code}
              error={missing ? t`Enter the code of the document or choose its file.` : undefined}
              onChange={(event) => {
                setCode(event.target.value);
                setMissing(false);
              }}
            />
            {canHash() && (
              <TextField
                id="file"
                type="file"
                accept="application/pdf,.pdf"
                label={<Trans>PDF file</Trans>}
                hint={<Trans>The file stays on your device; we compare only its fingerprint.</Trans>}
                onChange={(event) => {
                  setFile(event.target.files?.[0] ?? null);
                  setMissing(false);
                }}
              />
            )}
            <Button type="submit" tone="primary" busy={busy} busyText={t`Checking`}>
              <Trans>Check</Trans>
            </Button>
          </form>
        </Card>
        {failure && (
          <Banner tone="bad" live="alert">
            {failure}
          </Banner>
        )}
        {verified && <Answer verified={verified} />}
        {verified?.hash && (
          <p className={cx("xs mute", s.hash)}>
            <Trans>Fingerprint of the file (SHA-256): {verified.hash}</Trans>
          </p>
        )}
      </div>
    </main>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { SignerVerification } from "@/client";
import { Button } from "@/components/ui/Button";
import { announce } from "@/lib/announce";
import { messageOf } from "@/lib/api";
import { cx } from "@/lib/cx";
import { wizardApi } from "../api";
import { useStep } from "../engine/wizard";
import s from "./Signing.module.css";

/** The state of the question on this page, and the way to a new code. */
export function useCode(initial: SignerVerification | undefined) {
  const { t } = useLingui();
  const { enrollmentId } = useStep();
  const [verification, setVerification] = useState(initial);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState("");
  const send = async () => {
    setBusy(true);
    setRefused("");
    try {
      const renewed = await wizardApi.newCode(enrollmentId);
      setVerification(renewed);
      announce(renewed.hint);
    } catch (error) {
      const message = messageOf(error);
      setRefused(message || t`We could not send it. Check your connection and try again.`);
    }
    setBusy(false);
  };
  return { verification, busy, refused, send };
}

export type Code = ReturnType<typeof useCode>;

/** Mails another code; where the store keeps its mail to itself, the way to it. */
export function NewCode({ code }: { code: Code }) {
  const outbox = code.verification?.outbox;
  return (
    <div className={cx("c6", s.newCode)}>
      <Button size="sm" tone="quiet" busy={code.busy} onClick={() => void code.send()}>
        <Trans>Send a new code</Trans>
      </Button>
      {outbox && (
        <a className="small" href={outbox} target="_blank" rel="noreferrer">
          <Trans>Open the outbox (demo)</Trans>
        </a>
      )}
      {code.refused && (
        <p className={s.refused} role="status">
          {code.refused}
        </p>
      )}
    </div>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import type { Signature } from "@/client";
import { Checkbox } from "@/components/form/Choices";
import { TextField } from "@/components/form/TextField";
import { Badge } from "@/components/ui/Badge";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { SignatureField } from "../parts/SignatureField";
import { ChangedText, isChanged } from "./ChangedText";
import { NewCode, useCode } from "./NewCode";
import { KeptTexts } from "./SignedBy";
import s from "./Signing.module.css";
import { tickId } from "./ticks";
import { useSignAgain } from "./useSignAgain";

interface SignAgainProps {
  signature: Signature;
  version: number;
  onSigned: () => Promise<void>;
  onStale: () => void;
}

function Proof({ signing, signature }: { signing: ReturnType<typeof useSignAgain>; signature: Signature }) {
  const code = useCode(signature.verification);
  const { question, hint, kind } = code.verification ?? signature.verification;
  const name = signing.answerName;
  return (
    <div>
      <TextField
        id={name}
        label={question}
        hint={hint}
        error={signing.errors[name]}
        value={signing.answer}
        maxLength={kind === "code" ? 12 : 80}
        inputMode={kind === "code" ? "numeric" : "text"}
        autoComplete={kind === "code" ? "one-time-code" : "off"}
        onChange={(event) => {
          signing.setAnswer(event.target.value);
          signing.forgive(name);
        }}
      />
      {kind === "code" && <NewCode code={code} />}
    </div>
  );
}

/** The short act of signing again: what changed, one tick each, one signature, one press. */
export function SignAgain({ signature, version, onSigned, onStale }: SignAgainProps) {
  const { t } = useLingui();
  const signing = useSignAgain({ standing: signature, version, onSigned, onStale });
  const { errors, open } = signing;
  const { signer } = signature;
  const place = useRef<HTMLDivElement>(null);
  // Enter in a field of this part signs: the form around it would submit the application.
  const sign = useRef(signing.sign);
  useEffect(() => {
    sign.current = signing.sign;
  });
  useEffect(() => {
    const element = place.current;
    const onKey = (event: KeyboardEvent) => {
      const at = event.target;
      if (event.key !== "Enter" || !(at instanceof HTMLInputElement) || at.type !== "text") return;
      event.preventDefault();
      void sign.current();
    };
    element?.addEventListener("keydown", onKey);
    return () => element?.removeEventListener("keydown", onKey);
  }, []);
  return (
    <div className={s.again} ref={place}>
      {errors.other && (
        <div id="sign-error" tabIndex={-1}>
          <Banner tone="bad">{errors.other}</Banner>
        </div>
      )}
      <KeptTexts texts={signature.texts.filter((text) => text.accepted_at)} />
      {open.map((text) => (
        <div className={s.text} key={text.text_id}>
          <h3>
            {text.text_head}
            {isChanged(text) && (
              <Badge tone="accent">
                <Trans>Changed</Trans>
              </Badge>
            )}
          </h3>
          <ChangedText text={text} />
          <Checkbox
            id={tickId(text.text_id)}
            label={text.tick_label}
            error={errors[`accepted.${text.text_id}`]}
            checked={text.text_id in signing.ticks}
            onChange={(event) => signing.tick(text.text_id, event.target.checked)}
          />
        </div>
      ))}
      <div className={s.act}>
        {signature.verification.needed && <Proof signing={signing} signature={signature} />}
        <SignatureField
          ref={signing.pad}
          label={t`Electronic Signature`}
          error={errors.signature ?? errors.typed_name}
          signer={signer}
          low
          onSigned={() => signing.forgive("signature", "typed_name")}
        />
        <div className={s.go}>
          <p className="small mute">
            <Trans>Signing here has the same effect as signing on paper.</Trans>
          </p>
          <Button
            tone="primary"
            busy={signing.busy}
            busyText={<Trans>Signing</Trans>}
            onClick={() => void signing.sign()}
          >
            <Trans>Sign again</Trans>
          </Button>
        </div>
      </div>
    </div>
  );
}

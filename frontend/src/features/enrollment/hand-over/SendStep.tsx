import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Signature } from "@/client";
import { TextArea, TextField } from "@/components/form/TextField";
import { Folder } from "@/components/ui/Card";
import { Icon } from "@/components/ui/Icon";
import { announce } from "@/lib/announce";
import type { FieldsAnswer } from "../api";
import { useStepForm } from "../engine/useStepForm";
import { keys, useStep } from "../engine/wizard";
import { StepFrame } from "../parts/StepFrame";
import { handOverApi, useStanding } from "./api";
import s from "./HandOver.module.css";

interface SendStepProps {
  answer: FieldsAnswer;
  signature: Signature;
  /** The choice of who signs, where there is one. */
  who?: ReactNode;
}

/** In place of the signature: the application goes to its client, who signs it. */
export default function SendStep({ answer, signature, who }: SendStepProps) {
  const { t } = useLingui();
  const { enrollmentId, wizard } = useStep();
  const client = useQueryClient();
  const { data: standing } = useStanding(enrollmentId, wizard.version);
  const [typed, setTyped] = useState<string | null>(null);
  const [message, setMessage] = useState("");
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { client_signs: clientSigns, signer, may_send: maySend } = signature;
  const name = signer.applicant;
  const email = typed ?? standing?.suggested_email ?? "";
  const emailLabel = t`Client's email`;
  const noteLabel = t`Your note`;
  const step = useStepForm({
    answer: { ...answer, result: [] },
    extras: [
      { name: "email", id: "client-email", label: emailLabel },
      { name: "message", id: "client-message", label: noteLabel },
    ],
    onExtraErrors: setErrors,
    save: async () => {
      const { version } = await handOverApi.send(enrollmentId, email.trim(), message);
      await client.invalidateQueries({ queryKey: keys.handOver(enrollmentId) });
      announce(t`Sent to your client`);
      return { version };
    },
  });
  return (
    <StepFrame
      title={t`Agreement, Application and Authorization`}
      lead={
        clientSigns ? (
          <Trans>This application needs the applicant's own signature. You have done your part.</Trans>
        ) : (
          <Trans>Your client reviews the answers, signs, and submits on their own device.</Trans>
        )
      }
      step={step}
      canGoOn={maySend}
      nextText={<Trans>Send to client</Trans>}
    >
      {who}
      <Folder
        as="div"
        tab={
          <>
            <Icon name="send" />
            <Trans>Send to client</Trans>
          </>
        }
      >
        <div className={s.send}>
          <div>
            <h2>
              {clientSigns ? <Trans>{name} must sign this one</Trans> : <Trans>{name} signs this one</Trans>}
            </h2>
            {clientSigns && (
              <p className="small">
                {clientSigns} <Trans>Your signature alone isn't enough.</Trans>
              </p>
            )}
          </div>
          <TextField
            id="client-email"
            label={emailLabel}
            type="email"
            inputMode="email"
            autoComplete="off"
            maxLength={254}
            value={email}
            error={errors.email}
            onChange={(event) => {
              setTyped(event.target.value);
              setErrors({});
            }}
          />
          <TextArea
            id="client-message"
            label={noteLabel}
            optional
            hint={<Trans>Leave out Social Security, account and card numbers.</Trans>}
            rows={3}
            maxLength={1000}
            value={message}
            error={errors.message}
            onChange={(event) => {
              setMessage(event.target.value);
              setErrors({});
            }}
          />
          <ol>
            <li>
              <Trans>We'll email {name} a link and a code that works for 30 days.</Trans>
            </li>
            <li>
              <Trans>{name} reviews, signs, and submits. You can follow along and propose changes.</Trans>
            </li>
            <li>
              <Trans>You'll see here when it's signed.</Trans>
            </li>
          </ol>
        </div>
      </Folder>
    </StepFrame>
  );
}

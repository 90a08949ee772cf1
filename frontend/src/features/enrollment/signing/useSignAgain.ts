import { useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import type { Signature as Standing } from "@/client";
import { ApiError } from "@/lib/api";
import { wizardApi } from "../api";
import { say } from "../engine/messages";
import { tabOf } from "../engine/steps";
import { useStep } from "../engine/wizard";
import type { Signature } from "../parts/SignatureField";
import { keptTicks, sentTicks, type Ticks, tickId } from "./ticks";

const AGREEMENT = "agreement_info";
const answerName = (standing: Standing) =>
  standing.verification.kind === "code" ? "verification_code" : "answer";

interface Options {
  standing: Standing;
  version: number;
  onSigned: () => Promise<void>;
  /** What is signed is no longer what is on the page. */
  onStale: () => void;
}

/** Signing in place: the ticks that are missing, the answer where one is asked for, and the signature. */
export function useSignAgain({ standing, version, onSigned, onStale }: Options) {
  const { t } = useLingui();
  const { enrollmentId, wizard } = useStep();
  const pad = useRef<Signature | null>(null);
  const [ticks, setTicks] = useState<Ticks>({});
  const [answer, setAnswer] = useState("");
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const unaccepted = standing.texts.filter((text) => !text.accepted_at);
  const name = answerName(standing);

  const forgive = (...names: string[]) =>
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([key]) => !names.includes(key))));
  const tick = (textId: string, on: boolean) => {
    const { [textId]: _old, ...others } = ticks;
    setTicks(on ? { ...others, [textId]: new Date().toISOString() } : others);
    forgive(`accepted.${textId}`);
  };

  /** Shows what is wrong, and leads to the first of it. */
  const refuse = (messages: Record<string, string>) => {
    setErrors(messages);
    const ids = [
      ...unaccepted.map(({ text_id }) => [`accepted.${text_id}`, tickId(text_id)] as const),
      [name, name] as const,
      ["signature", "signature"] as const,
      ["typed_name", "typed_name"] as const,
    ];
    const first = ids.find(([key]) => messages[key])?.[1] ?? "sign-error";
    setTimeout(() => document.getElementById(first)?.focus());
  };

  const problems = (): Record<string, string> => {
    const newErrors: Record<string, string> = {};
    for (const { text_id } of unaccepted) if (!ticks[text_id]) newErrors[`accepted.${text_id}`] = say("tick");
    if (standing.verification.needed && !answer.trim()) newErrors[name] = say("required");
    if (pad.current?.isEmpty() ?? true) newErrors.signature = t`Signature is required`;
    return newErrors;
  };

  const body = () => {
    const kind = pad.current?.kind;
    return {
      version,
      eprocess: standing.signer.role,
      question_id: standing.verification.question_id,
      question: standing.verification.question,
      ...(standing.verification.needed ? { [name]: answer.trim() } : {}),
      user_name: standing.signer.applicant,
      ...sentTicks({ ...keptTicks(standing), ...ticks }),
      signature_kind: kind,
      typed_name: kind === "type" ? pad.current?.typedName() : undefined,
      signature: pad.current?.toPng(),
    };
  };

  const fail = (error: unknown) => {
    if (!(error instanceof ApiError)) return refuse({ other: t`Something went wrong. Please try again.` });
    if (error.offline) return refuse({ other: say("offline") });
    const fieldNames = new Set([
      name,
      "signature",
      "typed_name",
      ...unaccepted.map(({ text_id }) => `accepted.${text_id}`),
    ]);
    const { fieldErrors } = error;
    const others = Object.entries(fieldErrors).filter(([key]) => !fieldNames.has(key));
    // A text, a step before or the rule of who signs changed meanwhile.
    if (others.length || error.errorCode || error.status === 409) onStale();
    const other = others[0]?.[1] ?? (Object.keys(fieldErrors).length ? "" : error.message);
    return refuse(other ? { ...fieldErrors, other } : fieldErrors);
  };

  const sign = async () => {
    const missing = problems();
    if (Object.keys(missing).length) return refuse(missing);
    setErrors({});
    setBusy(true);
    try {
      await wizardApi.save(enrollmentId, tabOf(wizard, AGREEMENT), body());
      await onSigned();
    } catch (error) {
      fail(error);
    }
    setBusy(false);
  };

  return {
    pad,
    open: unaccepted,
    ticks,
    tick,
    answer,
    setAnswer,
    answerName: name,
    errors,
    forgive,
    busy,
    sign,
  };
}

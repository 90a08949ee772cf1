import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Checkbox } from "@/components/form/Choices";
import type { SummaryItem } from "@/components/form/ErrorSummary";
import { Card } from "@/components/ui/Card";
import { ApiError } from "@/lib/api";
import { type AgreementText, type FieldsAnswer, wizardApi } from "../api";
import { say } from "../engine/messages";
import { useStepForm } from "../engine/useStepForm";
import { useFields, useStep } from "../engine/wizard";
import { FieldList } from "../fields/FieldList";
import { type Signature, SignatureField } from "../parts/SignatureField";
import { StepBones } from "../parts/StepBones";
import { StepFailed, StepFrame } from "../parts/StepFrame";
import type { FieldDef } from "../types";
import s from "./Agreement.module.css";

const textsKey = (id: string) => ["wizard-agreements", id] as const;
const tickId = (text: AgreementText) => `accepted-${text.text_id}`;
const named = (fields: FieldDef[], name: string) => fields.find((field) => field.field_name === name);

/** A draft keeps each tick with the time it was made: "id@time,id@time". */
const draftOfTicks = (ticks: Record<string, string>): string =>
  Object.entries(ticks)
    .map(([id, at]) => `${id}@${at}`)
    .join(",");

/** A tick without its time is asked again. */
function ticksOf(draft: string): Record<string, string> {
  const pairs = draft.split(",").map((part) => part.split("@"));
  return Object.fromEntries(pairs.flatMap(([id, at]) => (id && at ? [[id, at]] : [])));
}

/** Who signs: the first of the parties the server requires. */
function processOf(fields: FieldDef[]): string {
  if (named(fields, "agent_name")?.required) return "rep";
  if (named(fields, "group_name")?.required) return "group";
  return named(fields, "user_name")?.required ? "applicant" : "sigapplicant";
}

function Consent(props: {
  text: AgreementText;
  ticked: boolean;
  error: string | undefined;
  onTick: (on: boolean) => void;
}) {
  const { text, ticked, error, onTick } = props;
  const { t } = useLingui();
  const head = text.text_head;
  return (
    <div className={s.consent}>
      <h2>{head}</h2>
      <div className={s.text} tabIndex={0} role="region" aria-label={t`${head}, full text`}>
        {text.text_body}
      </div>
      <Checkbox
        id={tickId(text)}
        label={text.tick_label || t`I have read and agree to: ${head}`}
        error={error}
        checked={ticked}
        onChange={(event) => onTick(event.target.checked)}
      />
    </div>
  );
}

function Agreement({ answer, texts }: { answer: FieldsAnswer; texts: AgreementText[] }) {
  const { t } = useLingui();
  const { enrollmentId, tab } = useStep();
  const client = useQueryClient();
  const signature = useRef<Signature | null>(null);
  const drafted = ticksOf(String(named(answer.result, "accepted")?.value ?? ""));
  const [ticks, setTicks] = useState<Record<string, string>>(() =>
    Object.fromEntries(
      texts.flatMap(({ text_id }) => (drafted[text_id] ? [[text_id, drafted[text_id]]] : [])),
    ),
  );
  const [errors, setErrors] = useState<Record<string, string>>({});
  const signed = named(answer.result, "signature");
  const extras = [
    ...texts.map((text) => ({ name: `accepted.${text.text_id}`, id: tickId(text), label: text.text_head })),
    { name: "signature", id: "signature", label: signed?.label || t`Electronic Signature` },
    { name: "typed_name", id: "signature", label: signed?.label || t`Electronic Signature` },
  ];

  const problems = (): SummaryItem[] => {
    const found: Record<string, string> = {};
    for (const text of texts) {
      if (text.text_required && !(text.text_id in ticks)) found[`accepted.${text.text_id}`] = say("tick");
    }
    if (signed?.required && (signature.current?.isEmpty() ?? true))
      found.signature = t`Signature is required`;
    setErrors(found);
    return extras.flatMap(({ name, ...item }) => (found[name] ? [{ ...item, message: found[name] }] : []));
  };
  const fields = answer.result.filter((field) => !["signature", "accepted"].includes(field.field_name));
  const step = useStepForm({
    answer,
    fields,
    extras,
    extraProblems: problems,
    onExtraErrors: setErrors,
    save: async (payload, extra) => {
      const body = {
        ...payload,
        ...extra,
        eprocess: processOf(answer.result),
        accepted: Object.keys(ticks),
        accepted_at: Object.fromEntries(Object.entries(ticks).filter(([, at]) => at)),
        signature_kind: signature.current?.kind,
        typed_name: signature.current?.kind === "type" ? signature.current.typedName() : undefined,
        signature: signature.current?.isEmpty() ? undefined : signature.current?.toPng(),
      };
      try {
        return await wizardApi.save(enrollmentId, tab.tab_name, body);
      } catch (error) {
        const known = new Set(extras.map(({ name }) => name));
        const named = error instanceof ApiError ? Object.keys(error.fieldErrors) : [];
        // A text was published meanwhile: it takes its place, not ticked yet.
        if (named.some((name) => name.startsWith("accepted.") && !known.has(name))) {
          await client.invalidateQueries({ queryKey: textsKey(enrollmentId) });
        }
        throw error;
      }
    },
  });

  const drop = (...names: string[]) =>
    setErrors((current) =>
      Object.fromEntries(Object.entries(current).filter(([name]) => !names.includes(name))),
    );
  const tick = (text: AgreementText, on: boolean) => {
    const { [text.text_id]: _old, ...others } = ticks;
    const next = on ? { ...others, [text.text_id]: new Date().toISOString() } : others;
    setTicks(next);
    drop(`accepted.${text.text_id}`);
    if (named(answer.result, "accepted")) {
      step.form.set("accepted", draftOfTicks(next));
      step.draft.edited("accepted");
    }
  };
  return (
    <StepFrame
      title={t`Agreement, Application and Authorization`}
      lead={<Trans>Read each text and tick it, answer one question, and sign once.</Trans>}
      step={step}
    >
      <Card aria-label={t`Agreements`}>
        {texts.map((text) => (
          <Consent
            key={text.text_id}
            text={text}
            ticked={text.text_id in ticks}
            error={errors[`accepted.${text.text_id}`]}
            onTick={(on) => tick(text, on)}
          />
        ))}
      </Card>
      <FieldList
        fields={step.visible}
        form={step.form}
        onEdited={step.edited}
        onLeft={() => void step.draft.flush()}
      />
      <SignatureField
        ref={signature}
        label={signed?.label || t`Electronic Signature`}
        hint={signed?.hint || t`Signing here has the same effect as signing on paper.`}
        error={errors.signature ?? errors.typed_name}
        onSigned={() => drop("signature", "typed_name")}
      />
    </StepFrame>
  );
}

/** Agreement & Signature: texts, verification, signature. */
export default function AgreementStep() {
  const { enrollmentId, tab } = useStep();
  const fields = useFields(tab.tab_name);
  const texts = useQuery({
    queryKey: textsKey(enrollmentId),
    queryFn: ({ signal }) => wizardApi.agreementTexts(enrollmentId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (fields.data && texts.data) return <Agreement answer={fields.data} texts={texts.data} />;
  if (fields.error || texts.error) {
    const retry = () => {
      void fields.refetch();
      void texts.refetch();
    };
    return <StepFailed title={tab.title} onRetry={retry} />;
  }
  return <StepBones title={tab.title} />;
}

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import type { AgreementTextOut, SignatureText, Signature as Standing } from "@/client";
import { Checkbox } from "@/components/form/Choices";
import type { SummaryItem } from "@/components/form/ErrorSummary";
import { Badge } from "@/components/ui/Badge";
import { Banner } from "@/components/ui/Banner";
import { LinkButton } from "@/components/ui/Button";
import { Card, Folder } from "@/components/ui/Card";
import { Icon } from "@/components/ui/Icon";
import { ApiError } from "@/lib/api";
import { cx } from "@/lib/cx";
import { partWithTexts } from "@/lib/load-part";
import { type FieldsAnswer, wizardApi } from "../api";
import { say } from "../engine/messages";
import { useStepForm } from "../engine/useStepForm";
import { keys, useFields, useStep, useStepQuery } from "../engine/wizard";
import { FieldList } from "../fields/FieldList";
import { type Signature, SignatureField } from "../parts/SignatureField";
import { StepFailed, StepFrame } from "../parts/StepFrame";
import { StepSkeleton } from "../parts/StepSkeleton";
import { ChangedText, isChanged } from "../signing/ChangedText";
import { NewCode, useCode } from "../signing/NewCode";
import { KeptTexts, SignedBy } from "../signing/SignedBy";
import { draftOfTicks, keptTicks, sentTicks, type Ticks, tickId, ticksOf } from "../signing/ticks";
import { type Who, WhoSigns } from "../signing/WhoSigns";
import type { FieldDef } from "../types";
import s from "./Agreement.module.css";

/** Only who fills in for somebody else can send the application to them. */
const SendStep = lazy(partWithTexts("handover", () => import("../hand-over/SendStep")));

/** A question and its answer, a name and its code, the applicant and the day stand beside each other. */
const WIDTHS = {
  question: "c6",
  answer: "c6",
  verification_code: "c6",
  agent_name: "c4 m6",
  agent_code: "c2 m6",
  group_name: "c4 m6",
  group_code: "c2 m6",
  user_name: "c4 m6",
  date: "c2 m6",
};
/** A question may be longer than a phone is wide. */
const inFull = (field: FieldDef): FieldDef =>
  field.field_name === "question"
    ? { ...field, type: field.type === "hidden" ? "hidden" : "textarea" }
    : field;
const named = (fields: FieldDef[], name: string) => fields.find((field) => field.field_name === name);

/** Return the first signer whom the server requires. */
function processOf(fields: FieldDef[]): string {
  if (named(fields, "agent_name")?.required) return "rep";
  if (named(fields, "group_name")?.required) return "group";
  return named(fields, "user_name")?.required ? "applicant" : "sigapplicant";
}

interface ConsentProps {
  number: number;
  text: AgreementTextOut;
  /** How it stands to the last signature. */
  before: SignatureText | undefined;
  ticked: boolean;
  error: string | undefined;
  onTick: (on: boolean) => void;
}

/** A text in full, what it means in short, and its tick. */
function Consent({ number, text, before, ticked, error, onTick }: ConsentProps) {
  const { t } = useLingui();
  const head = text.text_head;
  const changed = before !== undefined && isChanged(before);
  return (
    <article className={cx(s.consent, ticked && s.ticked)} aria-label={head}>
      <span className={s.number} aria-hidden="true">
        {ticked ? <Icon name="check" /> : number}
      </span>
      <h2>
        {head}
        {changed && (
          <Badge tone="accent">
            <Trans>Changed</Trans>
          </Badge>
        )}
      </h2>
      {text.text_short && <p className={s.short}>{text.text_short}</p>}
      {changed ? (
        <ChangedText text={before} className={s.text} />
      ) : (
        <p className={s.text}>{text.text_body}</p>
      )}
      <Checkbox
        id={tickId(text.text_id)}
        className={s.tick}
        label={text.tick_label || t`I have read and agree to: ${head}`}
        error={error}
        checked={ticked}
        onChange={(event) => onTick(event.target.checked)}
      />
    </article>
  );
}

/** A signature that holds: Next walks past it. */
function Signed({
  answer,
  onAgain,
}: {
  answer: FieldsAnswer & { signature: Standing };
  onAgain: () => void;
}) {
  const { t } = useLingui();
  const { signature, version } = answer;
  const step = useStepForm({ answer: { ...answer, result: [] }, save: async () => ({ version }) });
  return (
    <StepFrame
      title={t`Agreement, Application and Authorization`}
      lead={<Trans>Signed. Press Next to continue.</Trans>}
      step={step}
    >
      <Card pad className={s.signed} aria-label={t`Electronic Signature`}>
        <SignedBy signature={signature}>
          <LinkButton onClick={onAgain}>
            <Trans>Sign again</Trans>
          </LinkButton>
        </SignedBy>
        <KeptTexts texts={signature.texts} />
      </Card>
    </StepFrame>
  );
}

interface AgreementProps {
  answer: FieldsAnswer;
  texts: AgreementTextOut[];
  /** The choice of who signs, where there is one. */
  who: ReactNode;
}

function Agreement({ answer, texts, who }: AgreementProps) {
  const { t } = useLingui();
  const { enrollmentId, tab } = useStep();
  const standing = answer.signature;
  const code = useCode(standing?.verification);
  const client = useQueryClient();
  const signature = useRef<Signature | null>(null);
  const drafted = ticksOf(String(named(answer.result, "accepted")?.value ?? ""));
  const [ticks, setTicks] = useState<Ticks>(() => ({
    ...Object.fromEntries(
      texts.flatMap(({ text_id }) => (drafted[text_id] ? [[text_id, drafted[text_id]]] : [])),
    ),
    ...keptTicks(standing),
  }));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const signed = named(answer.result, "signature");
  const extras = [
    ...texts.map((text) => ({
      name: `accepted.${text.text_id}`,
      id: tickId(text.text_id),
      label: text.text_head,
    })),
    { name: "signature", id: "signature", label: signed?.label || t`Electronic Signature` },
    { name: "typed_name", id: "signature", label: signed?.label || t`Electronic Signature` },
  ];

  const problems = (): SummaryItem[] => {
    const messages: Record<string, string> = {};
    for (const text of texts) {
      if (text.text_required && !(text.text_id in ticks)) messages[`accepted.${text.text_id}`] = say("tick");
    }
    if (signed?.required && (signature.current?.isEmpty() ?? true))
      messages.signature = t`Signature is required`;
    setErrors(messages);
    return extras.flatMap(({ name, ...item }) =>
      messages[name] ? [{ ...item, message: messages[name] }] : [],
    );
  };
  const fields = answer.result
    .filter((field) => !["signature", "accepted"].includes(field.field_name))
    .map(inFull);
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
        ...sentTicks(ticks),
        signature_kind: signature.current?.kind,
        typed_name: signature.current?.kind === "type" ? signature.current.typedName() : undefined,
        signature: signature.current?.isEmpty() ? undefined : signature.current?.toPng(),
      };
      try {
        return await wizardApi.save(enrollmentId, tab, body);
      } catch (error) {
        const extraNames = new Set(extras.map(({ name }) => name));
        const named = error instanceof ApiError ? Object.keys(error.fieldErrors) : [];
        // A text was published meanwhile: it takes its place, not ticked yet.
        if (named.some((name) => name.startsWith("accepted.") && !extraNames.has(name))) {
          await client.invalidateQueries({ queryKey: keys.texts(enrollmentId) });
        }
        throw error;
      }
    },
  });

  const drop = (...names: string[]) =>
    setErrors((current) =>
      Object.fromEntries(Object.entries(current).filter(([name]) => !names.includes(name))),
    );
  const tick = (text: AgreementTextOut, on: boolean) => {
    const { [text.text_id]: _old, ...others } = ticks;
    const next = on ? { ...others, [text.text_id]: new Date().toISOString() } : others;
    setTicks(next);
    drop(`accepted.${text.text_id}`);
    if (named(answer.result, "accepted")) {
      step.form.set("accepted", draftOfTicks(next));
      step.draft.edited("accepted");
    }
  };
  const applicant = standing?.signer.applicant ?? "";
  const ticked = standing?.texts.filter((text) => text.accepted_at).length ?? 0;
  return (
    <StepFrame
      title={t`Agreement, Application and Authorization`}
      lead={
        who ? (
          <Trans>Sign yourself while {applicant} is with you or on the phone, or have them sign.</Trans>
        ) : (
          <Trans>Short agreements and one signature.</Trans>
        )
      }
      step={step}
    >
      {who}
      {standing?.state === "again" && (
        <Banner tone="warn" title={standing.reason}>
          {ticked > 0 && <Trans>Agreements that haven't changed stay accepted.</Trans>}
        </Banner>
      )}
      <Folder
        as="div"
        className={s.texts}
        tab={
          <>
            <Icon name="document" />
            <Plural value={texts.length} one="# agreement" other="# agreements" />
          </>
        }
      >
        {texts.map((text, index) => (
          <Consent
            key={text.text_id}
            number={index + 1}
            text={text}
            before={standing?.texts.find((item) => item.text_id === text.text_id)}
            ticked={text.text_id in ticks}
            error={errors[`accepted.${text.text_id}`]}
            onTick={(on) => tick(text, on)}
          />
        ))}
      </Folder>
      <FieldList
        fields={step.visible}
        form={step.form}
        extras={{
          verification_code: { hint: code.verification?.hint, after: <NewCode code={code} /> },
        }}
        widths={WIDTHS}
        onEdited={step.edited}
        onLeft={() => void step.draft.flush()}
      />
      <SignatureField
        ref={signature}
        label={signed?.label || t`Electronic Signature`}
        hint={signed?.hint || t`Signing here has the same effect as signing on paper.`}
        error={errors.signature ?? errors.typed_name}
        signer={standing?.signer}
        onSigned={() => drop("signature", "typed_name")}
      />
    </StepFrame>
  );
}

/** Agreement & Signature: texts, verification, signature. */
export default function AgreementStep() {
  const [anew, setAnew] = useState(false);
  const [who, setWho] = useState<Who>("me");
  const { enrollmentId, tab } = useStep();
  const fields = useFields(tab);
  const texts = useStepQuery(keys.texts(enrollmentId), (signal) =>
    wizardApi.agreementTexts(enrollmentId, signal),
  );
  const signature = fields.data?.signature;
  if (fields.data && signature?.state === "signed" && !anew) {
    return <Signed answer={{ ...fields.data, signature }} onAgain={() => setAnew(true)} />;
  }
  if (fields.data && texts.data) {
    const forOther = signature !== undefined && signature.signer.role !== "applicant";
    const clientSigns = forOther && signature.client_signs !== "";
    const choice = forOther && signature.may_send && !clientSigns && (
      <WhoSigns signature={signature} who={who} onChoose={setWho} />
    );
    return forOther && (clientSigns || who === "client") ? (
      <Suspense fallback={<StepSkeleton title={tab.title} />}>
        <SendStep answer={fields.data} signature={signature} who={choice} />
      </Suspense>
    ) : (
      <Agreement answer={fields.data} texts={texts.data} who={choice} />
    );
  }
  if (fields.error || texts.error) {
    const retry = () => {
      void fields.refetch();
      void texts.refetch();
    };
    return <StepFailed title={tab.title} onRetry={retry} />;
  }
  return <StepSkeleton title={tab.title} />;
}

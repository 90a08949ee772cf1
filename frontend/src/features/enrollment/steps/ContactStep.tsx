import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { ApiError } from "@/lib/api";
import { Link } from "@/lib/router";
import { useStored } from "@/lib/storage";
import { wizardApi } from "../api";
import { say } from "../engine/messages";
import { useStepForm } from "../engine/useStepForm";
import { useStep } from "../engine/wizard";
import { FieldList } from "../fields/FieldList";
import type { FieldExtra } from "../fields/widget";
import { CountyQuestion, useCounty } from "../parts/CountyQuestion";
import { StepFrame } from "../parts/StepFrame";
import { type StepProps, withFields } from "../parts/WithFields";
import type { Answer } from "../types";

const FIVE = /^\d{5}$/;

function Recover() {
  return (
    <Trans>
      Started before? <Link to="/continue-enrollment">Continue a saved enrollment</Link> or use another email.
    </Trans>
  );
}

function ContactStep({ answer }: StepProps) {
  const { t } = useLingui();
  const { enrollmentId, tab } = useStep();
  const known = useStored("enroll_type") === "existing-member";
  const county = useCounty();
  const step = useStepForm({
    answer,
    extraProblems: county.missing,
    onFail: (error) => {
      const items = county.asked(error);
      if (items) step.showErrors(items);
      return items !== null;
    },
    save: async (payload, extra) => {
      if (known)
        await wizardApi.checkReach(String(payload.phone_number ?? ""), String(payload.email_address ?? ""));
      return await wizardApi.save(enrollmentId, tab.tab_name, { ...payload, ...extra, ...county.payload });
    },
  });
  const { form } = step;
  const startZip = String(answer.result.find((field) => field.field_name === "zip")?.value ?? "");
  const startState = String(answer.result.find((field) => field.field_name === "state")?.value ?? "");
  const [filled, setFilled] = useState(FIVE.test(startZip) && startState !== "");
  const [announced, setAnnounced] = useState(false);
  const asked = useRef(startZip);

  const setState = (value: string) => {
    if (form.read().state === value) return;
    form.set("state", value);
    if (value) form.forgive("state");
    step.draft.edited("state");
  };
  const lookUp = async (zip: string) => {
    asked.current = zip;
    try {
      const found = await wizardApi.zipState(zip);
      const state = found.state ?? found.abbrev ?? found.abbreviation ?? "";
      if (asked.current !== zip || !state) return;
      setState(state);
      setFilled(true);
      setAnnounced(true);
      form.forgive("zip");
    } catch (error) {
      if (asked.current !== zip) return;
      if (error instanceof ApiError && error.offline) return;
      const message = error instanceof ApiError ? (error.fieldErrors.zip ?? error.message) : "";
      form.fail({ zip: message || say("zip") });
    }
  };
  const zipChanged = (answerNow: Answer) => {
    const zip = String(answerNow).trim();
    if (zip === asked.current) return;
    asked.current = zip;
    county.forget();
    setFilled(false);
    setAnnounced(false);
    setState("");
    if (FIVE.test(zip)) void lookUp(zip);
  };
  const taken = /exist/i.test(form.errors.email_address ?? "");
  const emailField = answer.result.find((field) => field.field_name === "email_address");
  const extras: Record<string, FieldExtra> = {
    zip: { onChange: zipChanged, onBlur: zipChanged, ok: announced ? t`State filled in` : undefined },
    state: { readOnly: filled, hint: "" },
    email_address: {
      recover: taken ? <Recover /> : undefined,
      hint: emailField?.hint || t`Must be the client's email, not the rep's.`,
    },
  };
  return (
    <StepFrame
      title={answer.title || tab.title}
      lead={answer.lead}
      step={step}
      email={String(step.answers.email_address ?? "")}
    >
      <FieldList
        fields={step.visible}
        form={form}
        extras={extras}
        onEdited={step.edited}
        onLeft={() => void step.draft.flush()}
      />
      <CountyQuestion question={county} />
    </StepFrame>
  );
}

export default withFields(ContactStep);

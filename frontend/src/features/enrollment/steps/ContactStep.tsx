import { Trans } from "@lingui/react/macro";
import { Link } from "@/lib/router";
import { useStored } from "@/lib/storage";
import { wizardApi } from "../api";
import { useAddressSuggestion } from "../engine/useAddressSuggestion";
import { type StepForm, useStepForm } from "../engine/useStepForm";
import { useZipState } from "../engine/useZipState";
import { useStep } from "../engine/wizard";
import type { FieldExtra } from "../fields/widget";
import { CountyQuestion, useCounty } from "../parts/CountyQuestion";
import { StepFields } from "../parts/StepFields";
import { StepFrame } from "../parts/StepFrame";
import { type StepProps, withFields } from "../parts/WithFields";

function Recover() {
  return (
    <Trans>
      Started before? <Link to="/continue-enrollment">Continue a saved enrollment</Link> or use another email.
    </Trans>
  );
}

function Quote() {
  return (
    <Link to="/plans">
      <Trans>Change the ZIP code in your quote</Trans>
    </Link>
  );
}

/** A ZIP+4 in its two parts; null for what is none. */
const plusFour = (text: string): [string, string] | null => {
  const [, zip, four] = /^\s*(\d{5})-?(\d{4})\s*$/.exec(text) ?? [];
  return zip && four ? [zip, four] : null;
};

/** Of a ZIP+4 that was pasted or filled in the field keeps the ZIP; the four digits go along unseen. */
function splitZip({ form, draft }: StepForm, text: string) {
  const [zip, four] = plusFour(text) ?? [text, ""];
  if (zip !== text) form.set("zip", zip);
  form.set("zip4", four);
  draft.edited("zip4");
}

function ContactStep({ answer }: StepProps) {
  const { enrollmentId, tab } = useStep();
  const isMember = useStored("enroll_type") === "existing-member";
  const county = useCounty();
  const suggestion = useAddressSuggestion();
  const step = useStepForm({
    answer,
    extraProblems: county.missing,
    onFail: (error) => {
      const items = county.ask(error);
      if (items) step.showErrors(items);
      return items !== null;
    },
    onSaved: suggestion.onSaved,
    save: async (payload, extra) => {
      if (isMember)
        await wizardApi.checkReach(String(payload.phone_number ?? ""), String(payload.email_address ?? ""));
      return await wizardApi.save(enrollmentId, tab, { ...payload, ...extra, ...county.payload });
    },
  });
  const { form } = step;
  const place = useZipState(step, "home", county.forget);
  const emailInUse = /exist/i.test(form.errors.email_address ?? "");
  // The state was found, and is not the one that was quoted.
  const elsewhere = place.state?.readOnly && form.errors.zip;
  const extras: Record<string, FieldExtra> = {
    ...place,
    zip: {
      ...place.zip,
      onChange: (value) => {
        splitZip(step, String(value));
        place.zip?.onChange?.(plusFour(String(value))?.[0] ?? value);
      },
      recover: elsewhere ? <Quote /> : undefined,
    },
    email_address: { recover: emailInUse ? <Recover /> : undefined },
  };
  return (
    <StepFrame
      title={answer.title || tab.title}
      lead={answer.lead}
      step={step}
      email={String(step.answers.email_address ?? "")}
      overlays={suggestion.dialog(step)}
    >
      <StepFields step={step} extras={extras} />
      <CountyQuestion question={county} />
    </StepFrame>
  );
}

export default withFields(ContactStep);

import { Trans } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { flushSync } from "react-dom";
import { LinkButton } from "@/components/ui/Button";
import { partWithTexts } from "@/lib/load-part";
import { type FieldsAnswer, wizardApi } from "../api";
import { useAddressSuggestion } from "../engine/useAddressSuggestion";
import { type StepForm, useStepForm } from "../engine/useStepForm";
import { useZipState } from "../engine/useZipState";
import { brokenCheck } from "../engine/validate";
import { keys, useStep } from "../engine/wizard";
import type { FieldExtra } from "../fields/widget";
import { StepFields } from "../parts/StepFields";
import { StepFrame, useReload } from "../parts/StepFrame";
import { type StepProps, withFields } from "../parts/WithFields";
import type { Answers, FieldDef } from "../types";

const QuoteHours = lazy(partWithTexts("dialogs", () => import("../parts/QuoteHours")));

const HOURS = "average_work_week";
const HOLIDAYS = "holiday_policy";
const hoursOf = ({ result }: FieldsAnswer): FieldDef | undefined =>
  result.find((field) => field.field_name === HOURS);

/** The holiday policies as the call wants them: each with 1 or 0. */
function holidays({ result }: FieldsAnswer, payload: Answers) {
  const field = result.find((field) => field.field_name === HOLIDAYS);
  if (!field) return {};
  const ticked = payload[HOLIDAYS] ?? [];
  const flags = (field.options ?? []).map(({ value }) => [value, ticked.includes(value) ? 1 : 0]);
  return { [HOLIDAYS]: Object.fromEntries(flags) };
}

/** A work week that doesn't go with the hours of the quote: they can be changed from here. */
function useQuoteHours(answer: FieldsAnswer, step: StepForm) {
  const { enrollmentId, tab } = useStep();
  const client = useQueryClient();
  const reload = useReload();
  const [open, setOpen] = useState(false);
  const { form } = step;
  const field = hoursOf(answer);
  const message = form.errors[HOURS] ?? (form.changed(HOURS) ? undefined : field?.message);
  const contradicts = field?.checks?.some((check) => check.message === message) ?? false;

  const close = async () => {
    setOpen(false);
    const place = keys.fields(enrollmentId, tab.tab_name);
    await client.refetchQueries({ queryKey: place });
    void client.invalidateQueries({ queryKey: keys.cart(enrollmentId) });
    reload();
    const cached = client.getQueryData<FieldsAnswer>(place);
    const hours = cached && hoursOf(cached);
    const broken = hours && brokenCheck(hours, String(form.read()[HOURS] ?? ""), form.read());
    if (broken) form.fail({ [HOURS]: broken });
    else if (hours) {
      // At once, with its effects: the summary takes the focus when it changes.
      flushSync(() => {
        form.forgive(HOURS);
        step.showErrors(step.summary.filter((item) => item.id !== HOURS));
      });
      document.getElementById(HOURS)?.focus();
    }
  };
  const extra: FieldExtra = {
    recover: contradicts ? (
      <LinkButton onClick={() => setOpen(true)}>
        <Trans>Change the hours in your quote</Trans>
      </LinkButton>
    ) : undefined,
  };
  const dialog = <Suspense fallback={null}>{open && <QuoteHours onClose={() => void close()} />}</Suspense>;
  return { extra, dialog };
}

/** Employer Information: where the applicant works, and on what terms. */
function EmployerStep({ answer }: StepProps) {
  const { enrollmentId, tab } = useStep();
  const suggestion = useAddressSuggestion();
  const step = useStepForm({
    answer,
    onSaved: suggestion.onSaved,
    save: (payload, extra) =>
      wizardApi.save(enrollmentId, tab, { ...payload, ...holidays(answer, payload), ...extra }),
  });
  const place = useZipState(step, "mail");
  const hours = useQuoteHours(answer, step);
  return (
    <StepFrame
      title={answer.title || tab.title}
      lead={answer.lead}
      step={step}
      overlays={
        <>
          {hours.dialog}
          {suggestion.dialog(step)}
        </>
      }
    >
      <StepFields step={step} extras={{ ...place, [HOURS]: hours.extra }} />
    </StepFrame>
  );
}

export default withFields(EmployerStep);

import { Trans, useLingui } from "@lingui/react/macro";
import { Navigate, useLocation } from "react-router";
import type { EventChoice, MemberCoverage } from "@/client";
import { Banner } from "@/components/ui/Banner";
import { Button, ButtonLink } from "@/components/ui/Button";
import { PageHeading } from "@/lib/page";
import s from "./Change.module.css";
import { Late } from "./ChangeEnds";
import { ChangeRail } from "./ChangeRail";
import { PreviewLoading, STEP_FIELDS, useIsChosen } from "./ChangeSteps";
import { furthestStep, isCovered, redirectTarget, type Step } from "./change";
import { useOwner } from "./owner";
import { useOwnerName } from "./reads";
import { type ChangeForm, useChangeForm } from "./useChangeForm";
import { useSummaries } from "./useChangeTexts";

interface FlowProps {
  step: Step | "late";
  events: EventChoice[];
  coverage: MemberCoverage;
}

/** The steps of a change; one that can't be shown yet leads to the one that can. */
export function ChangeFlow({ step, events, coverage }: FlowProps) {
  const { path } = useOwner();
  const { state } = useLocation();
  const form = useChangeForm(step, events, coverage);
  const target = redirectTarget(form.draft, step, form.event?.opens ?? []);
  if (target && form.asking) return null;
  if (target) return <Navigate replace to={`${path}/${target}`} state={state} />;
  return step === "late" ? <TooLate form={form} /> : <StepForm step={step} form={form} />;
}

function TooLate({ form }: { form: ChangeForm }) {
  const { answers, coverage, dispatch, draft, event, events, go, preview } = form;
  if (!preview.data || !event) return <PreviewLoading preview={preview} />;
  return (
    <Late
      preview={preview.data}
      isCovered={isCovered(draft, coverage)}
      answers={answers}
      event={event}
      events={events}
      onOther={(key) => {
        dispatch({ type: "otherEvent", key });
        go("who");
      }}
    />
  );
}

interface StepFormProps {
  step: Step;
  form: ChangeForm;
}

function StepForm({ step, form }: StepFormProps) {
  const { t } = useLingui();
  const who = useOwnerName();
  const { answers, coverage, dialog, draft, event, headings, onSubmit, preview, problem, steps } = form;
  const chosenPlans = (preview.data?.rows ?? [])
    .filter((row) => row.policy_number in draft.plans || row.policy_number in draft.riders)
    .map((row) => row.new_plan || row.plan);
  const summaries = useSummaries(answers, event, coverage, chosenPlans);
  const Fields = STEP_FIELDS[step];
  const chosen = useIsChosen(event);
  const heading = step === "what" && chosen ? t`What do you want to change?` : headings[step];
  return (
    <div className={s.life}>
      <ChangeRail steps={steps} step={step} furthest={furthestStep(draft)} summaries={summaries} />
      <form className={s.form} noValidate onSubmit={onSubmit}>
        {who && (
          <p className="small mute">
            <Trans>For {coverage.name}</Trans>
          </p>
        )}
        <PageHeading title={`${t`Tell us about a change`}: ${heading}`}>{heading}</PageHeading>
        {problem && (
          <Banner tone="bad" live="alert">
            {problem}
          </Banner>
        )}
        <div className={s.fields}>
          <Fields form={form} />
        </div>
        <Actions step={step} form={form} />
        <p className="small mute">
          <Trans>
            Nothing is sent until you press “Send this change” at the end. We save your progress until
            midnight.
          </Trans>
        </p>
      </form>
      {dialog}
    </div>
  );
}

function Actions({ step, form: { busy, go, included, preview, previous } }: StepFormProps) {
  const { t } = useLingui();
  const { back } = useOwner();
  return (
    <div className={s.actions}>
      {step !== "what" && (
        <Button onClick={() => go(previous)}>
          <Trans>Back</Trans>
        </Button>
      )}
      <ButtonLink tone="quiet" to={back}>
        <Trans>Continue later</Trans>
      </ButtonLink>
      {step === "price" ? (
        preview.data?.possible && (
          <Button
            type="submit"
            tone="primary"
            size="lg"
            busy={busy}
            busyText={t`Sending`}
            disabled={included.length === 0 && !preview.data.person_alone}
          >
            <Trans>Send this change</Trans>
          </Button>
        )
      ) : (
        <Button type="submit" tone="primary" busy={busy} busyText={t`Looking`}>
          <Trans>Next</Trans>
        </Button>
      )}
    </div>
  );
}

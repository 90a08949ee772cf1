import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { loadPart } from "@/lib/load-part";
import { Link } from "@/lib/router";
import { useStored } from "@/lib/storage";
import { useStepForm } from "../engine/useStepForm";
import { isReadOnlyViewer, useStep } from "../engine/wizard";
import { StepFields } from "../parts/StepFields";
import { StepFrame } from "../parts/StepFrame";
import { type StepProps, withFields } from "../parts/WithFields";

const EnrollerCode = lazy(loadPart(() => import("../parts/EnrollerCode")));

const CODE = "enrollerCode";
const CODE_ID = "enroller-code";

/** What the quote says is changed in the quote; its cart leads back here. */
const quoted = (field: string) => ({
  hint: (
    <Trans>
      From your quote. <Link to={`/plans?edit=${field}`}>Edit quote</Link>
    </Trans>
  ),
});
const QUOTED = { birthdate: quoted("dob"), gender: quoted("gender") };

function PersonalStep({ answer }: StepProps) {
  const { t } = useLingui();
  const { tab, wizard } = useStep();
  const asksCode = answer.result.find((field) => [CODE, "enroller_code"].includes(field.field_name));
  const rep = useStored("eprocess") === "rep";
  const [open, setOpen] = useState(false);
  const [hasCode, setHasCode] = useState(Boolean(asksCode?.value));
  const required = Boolean(asksCode?.required);
  const fields = answer.result.filter((field) => field !== asksCode);
  const step = useStepForm({
    answer,
    fields,
    extras: [{ name: CODE, id: CODE_ID, label: t`Enter Enroller Code` }],
    extraProblems: () =>
      required && !hasCode
        ? [{ id: CODE_ID, label: t`Enter Enroller Code`, message: t`Enroller code is required` }]
        : [],
  });
  const { lead } = answer;
  return (
    <StepFrame
      title={answer.title || tab.title}
      lead={lead}
      step={step}
      overlays={
        <Suspense fallback={null}>
          {open && (
            <EnrollerCode
              onClose={() => setOpen(false)}
              onSaved={() => {
                setHasCode(true);
                setOpen(false);
                step.showErrors(step.summary.filter((item) => item.id !== CODE_ID));
              }}
            />
          )}
        </Suspense>
      }
    >
      {(rep || asksCode) && (
        <Banner
          tone={hasCode ? "ok" : "plain"}
          action={
            <Button size="sm" id={CODE_ID} onClick={() => setOpen(true)}>
              <Trans>Enter Enroller Code</Trans>
            </Button>
          }
        >
          {hasCode ? (
            <Trans>Enroller code saved.</Trans>
          ) : required ? (
            <Trans>Enroller code is required</Trans>
          ) : (
            <Trans>If you have an enroller code, enter it now.</Trans>
          )}
        </Banner>
      )}
      <StepFields step={step} extras={isReadOnlyViewer(wizard) ? {} : QUOTED} />
    </StepFrame>
  );
}

export default withFields(PersonalStep);

import { useStepForm } from "../engine/useStepForm";
import { useZipState } from "../engine/useZipState";
import { useStep } from "../engine/wizard";
import { FieldList } from "../fields/FieldList";
import { StepFrame } from "../parts/StepFrame";
import { type StepProps, withFields } from "../parts/WithFields";

/** Employer Information: where the applicant works, and on what terms. */
function EmployerStep({ answer }: StepProps) {
  const { tab } = useStep();
  const step = useStepForm({ answer });
  const extras = useZipState(step);
  return (
    <StepFrame title={answer.title || tab.title} lead={answer.lead} step={step}>
      <FieldList
        fields={step.visible}
        form={step.form}
        extras={extras}
        onEdited={step.edited}
        onLeft={() => void step.draft.flush()}
      />
    </StepFrame>
  );
}

export default withFields(EmployerStep);

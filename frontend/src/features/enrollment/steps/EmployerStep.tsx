import { useStepForm } from "../engine/useStepForm";
import { useZipState } from "../engine/useZipState";
import { useStep } from "../engine/wizard";
import { StepFields } from "../parts/StepFields";
import { StepFrame } from "../parts/StepFrame";
import { type StepProps, withFields } from "../parts/WithFields";

/** Employer Information: where the applicant works, and on what terms. */
function EmployerStep({ answer }: StepProps) {
  const { tab } = useStep();
  const step = useStepForm({ answer });
  const extras = useZipState(step);
  return (
    <StepFrame title={answer.title || tab.title} lead={answer.lead} step={step}>
      <StepFields step={step} extras={extras} />
    </StepFrame>
  );
}

export default withFields(EmployerStep);

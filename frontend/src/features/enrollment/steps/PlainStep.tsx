import { useStepForm } from "../engine/useStepForm";
import { useStep } from "../engine/wizard";
import { StepFields } from "../parts/StepFields";
import { StepFrame } from "../parts/StepFrame";
import { type StepProps, withFields } from "../parts/WithFields";

/** A step that is only its fields. */
function PlainStep({ answer }: StepProps) {
  const { tab } = useStep();
  const step = useStepForm({ answer });
  return (
    <StepFrame title={answer.title || tab.title} lead={answer.lead} step={step}>
      <StepFields step={step} />
    </StepFrame>
  );
}

export default withFields(PlainStep);

import { useStepForm } from "../engine/useStepForm";
import { useStep } from "../engine/wizard";
import { FieldList } from "../fields/FieldList";
import { StepFrame } from "../parts/StepFrame";
import { type StepProps, withFields } from "../parts/WithFields";

/** A step that is only its fields. */
function PlainStep({ answer }: StepProps) {
  const { tab } = useStep();
  const step = useStepForm({ answer });
  return (
    <StepFrame title={answer.title || tab.title} lead={answer.lead} step={step}>
      <FieldList
        fields={step.visible}
        form={step.form}
        onEdited={step.edited}
        onLeft={() => void step.draft.flush()}
      />
    </StepFrame>
  );
}

export default withFields(PlainStep);

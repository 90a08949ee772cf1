import type { StepForm } from "../engine/useStepForm";
import { FieldList } from "../fields/FieldList";
import type { FieldExtra } from "../fields/widget";

/** The visible fields of a step, wired to its form and its draft. */
export function StepFields({ step, extras = {} }: { step: StepForm; extras?: Record<string, FieldExtra> }) {
  return (
    <FieldList
      fields={step.visible}
      form={step.form}
      extras={extras}
      onEdited={step.edited}
      onLeft={() => void step.draft.flush()}
    />
  );
}

import { wizardApi } from "../api";
import { errorsById, splitHealth } from "../engine/health";
import { useStepForm } from "../engine/useStepForm";
import { useStep } from "../engine/wizard";
import { StepFields } from "../parts/StepFields";
import { StepFrame } from "../parts/StepFrame";
import { type StepProps, withFields } from "../parts/WithFields";

/** Primary Health Questions: No unless the applicant says Yes, which asks for details. */
function HealthStep({ answer }: StepProps) {
  const { enrollmentId, tab } = useStep();
  const step = useStepForm({
    answer,
    save: async (payload, extra) => {
      const { health } = splitHealth(answer.result, payload);
      try {
        return await wizardApi.save(enrollmentId, tab.tab_name, { ...health, ...extra });
      } catch (error) {
        throw errorsById(error, answer.result);
      }
    },
  });
  return (
    <StepFrame title={answer.title || tab.title} lead={answer.lead} step={step}>
      <StepFields step={step} />
    </StepFrame>
  );
}

export default withFields(HealthStep);

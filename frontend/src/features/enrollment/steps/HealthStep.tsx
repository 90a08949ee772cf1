import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { wizardApi } from "../api";
import { errorsById, questionNumber, splitHealth } from "../engine/health";
import { useStepForm } from "../engine/useStepForm";
import { isReadOnlyViewer, keys, useStep } from "../engine/wizard";
import { StepFields } from "../parts/StepFields";
import { StepFrame } from "../parts/StepFrame";
import { StepSkeleton } from "../parts/StepSkeleton";
import { type StepProps, withFields } from "../parts/WithFields";
import type { FieldDef } from "../types";

/** Primary Health Questions: No unless the applicant says Yes, which asks for details. */
function HealthStep({ answer }: StepProps) {
  const { t } = useLingui();
  const { enrollmentId, tab } = useStep();
  const step = useStepForm({
    answer,
    labelOf: (field) => {
      const [number, label] = [questionNumber(answer.result, field.field_name), field.label];
      return number ? t`Question ${number}, ${label}` : (label ?? "");
    },
    save: async (payload, extra) => {
      const { health } = splitHealth(answer.result, payload);
      try {
        return await wizardApi.save(enrollmentId, tab, { ...health, ...extra });
      } catch (error) {
        throw errorsById(error, answer.result, health);
      }
    },
  });
  const numbered = (field: FieldDef): FieldDef =>
    field.field_name.endsWith(".yes_no_flag")
      ? { ...field, label: `${questionNumber(answer.result, field.field_name)}. ${field.label}` }
      : field;
  return (
    <StepFrame title={answer.title || tab.title} lead={answer.lead} step={step}>
      <StepFields step={{ ...step, visible: step.visible.map(numbered) }} />
    </StepFrame>
  );
}

/** Existing members start with what they answered before: it is taken over once, and the step is read again. */
function Known({ answer }: StepProps) {
  const { enrollmentId, tab, wizard } = useStep();
  const client = useQueryClient();
  const takes = answer.on_record === true && !isReadOnlyViewer(wizard);
  const { isPending } = useQuery({
    queryKey: ["health-on-record", enrollmentId],
    queryFn: async () => {
      await wizardApi.takeOverHealth(enrollmentId);
      await client.refetchQueries({ queryKey: keys.fields(enrollmentId, tab.tab_name) });
      return true;
    },
    enabled: takes,
    retry: false,
  });
  return takes && isPending ? <StepSkeleton title={tab.title} /> : <HealthStep answer={answer} />;
}

export default withFields(Known);

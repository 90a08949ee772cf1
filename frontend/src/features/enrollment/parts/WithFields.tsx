import type { ComponentType } from "react";
import type { FieldsAnswer } from "../api";
import { useFields, useStep } from "../engine/wizard";
import { StepFailed } from "./StepFrame";
import { StepSkeleton } from "./StepSkeleton";

export interface StepProps {
  answer: FieldsAnswer;
}

/** Reads a step's field definitions, then shows it. */
export function withFields(Step: ComponentType<StepProps>): ComponentType {
  return function LoadedStep() {
    const { tab } = useStep();
    const { data, error, refetch } = useFields(tab);
    if (data) return <Step answer={data} />;
    if (error) return <StepFailed title={tab.title} onRetry={() => void refetch()} />;
    return <StepSkeleton title={tab.title} />;
  };
}

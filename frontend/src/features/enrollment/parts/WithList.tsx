import type { ComponentType } from "react";
import type { FieldsAnswer } from "../api";
import { type ListSource, useStagedData } from "../engine/useStagedList";
import { useStep } from "../engine/wizard";
import { StepFailed } from "./StepFrame";
import { StepSkeleton } from "./StepSkeleton";

export interface ListProps<L> {
  first: L;
  definition: FieldsAnswer;
}

/** Reads a list of people and the definitions of their form, then shows the step. */
export function withList<L extends { stamp: string }>(
  source: ListSource<L>,
  Step: ComponentType<ListProps<L>>,
): ComponentType {
  return function LoadedList() {
    const { tab } = useStep();
    const { definition, list, failed, retry } = useStagedData(source);
    if (definition && list) return <Step first={list} definition={definition} />;
    if (failed) return <StepFailed title={tab.title} onRetry={retry} />;
    return <StepSkeleton title={tab.title} />;
  };
}

import { lazy, type ReactNode, Suspense, useState } from "react";
import { partWithTexts } from "@/lib/load-part";
import type { Stored } from "../types";
import type { StepForm } from "./useStepForm";
import { useAdvance } from "./wizard";

const AddressSuggestion = lazy(partWithTexts("steps", () => import("../parts/AddressSuggestion")));

/** After a save: what the postal service has instead of the address. It is taken or not before the step goes on. */
export function useAddressSuggestion() {
  const advance = useAdvance();
  const [saved, setSaved] = useState<Stored | null>(null);
  const suggested = saved?.suggested_address;

  const onSaved = (stored: Stored): boolean => {
    if (!stored?.suggested_address) return false;
    setSaved(stored);
    return true;
  };
  const dialog = (step: StepForm): ReactNode => {
    if (!suggested) return null;
    const take = () => {
      for (const [name, value] of Object.entries(suggested)) {
        step.form.set(name, value);
        step.edited(name);
      }
      setSaved(null);
      step.submit();
    };
    const keep = () => {
      setSaved(null);
      void advance(saved);
    };
    return (
      <Suspense fallback={null}>
        <AddressSuggestion
          typed={step.answers}
          suggested={suggested}
          onTake={take}
          onKeep={keep}
          onClose={() => setSaved(null)}
        />
      </Suspense>
    );
  };
  return { onSaved, dialog };
}

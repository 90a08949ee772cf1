import { type ReactNode, useEffect, useRef } from "react";
import { type Choice, ChoiceCards } from "@/components/form/Choices";

export const NEW = "new";

interface AccountsProps {
  name: string;
  label: ReactNode;
  value: string;
  choices: Choice[];
  onChange: (value: string) => void;
}

/** The accounts on record, and a new one. Pressing the chosen one again deselects it. */
export function Accounts({ name, label, value, choices, onChange }: AccountsProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    const addAgain = (event: MouseEvent) => {
      const target = event.target;
      if (target instanceof HTMLInputElement && target.value === value && value !== NEW) onChange(NEW);
    };
    element?.addEventListener("click", addAgain);
    return () => element?.removeEventListener("click", addAgain);
  }, [value, onChange]);
  return (
    <div ref={box}>
      <ChoiceCards
        name={name}
        label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        choices={choices}
      />
    </div>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { RadioGroup } from "@/components/form/Choices";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import s from "../Enroll.module.css";
import type { Answer, Answers, FieldDef } from "../types";

interface ConflictProps {
  fields: FieldDef[];
  mine: Answers;
  theirs: Answers;
  /** Whether an answer was given here; else the other's is simply the newer one. */
  typed: (name: string) => boolean;
  onResolve: (accepted: Answers, keptNames: string[]) => void;
}

function showAnswer(field: FieldDef | undefined, answer: Answer | undefined): string {
  const values = Array.isArray(answer) ? answer : [answer ?? ""];
  return values
    .map((value) => field?.options?.find((option) => option.value === value)?.label ?? value)
    .join(", ");
}

/** Another tab or person saved the same answers: both values, one choice each, nothing lost. */
export default function ConflictDialog({ fields, mine, theirs, typed, onResolve }: ConflictProps) {
  const { t } = useLingui();
  const names = Object.keys(theirs);
  const [choice, setChoice] = useState<Record<string, string>>(() =>
    Object.fromEntries(names.map((name) => [name, typed(name) ? "mine" : "theirs"])),
  );

  const finish = (choices: Record<string, string>) => {
    const accepted = Object.fromEntries(
      names.filter((name) => choices[name] === "theirs").map((name) => [name, theirs[name] ?? ""]),
    );
    onResolve(
      accepted,
      names.filter((name) => choices[name] !== "theirs"),
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    finish(choice);
  };
  return (
    <Dialog
      title={<Trans>These answers were changed somewhere else</Trans>}
      onClose={() => finish(choice)}
      onSubmit={submit}
      footer={
        <Button type="submit" tone="primary">
          <Trans>Keep the chosen answers</Trans>
        </Button>
      }
    >
      <p>
        <Trans>Another tab or person saved this step after you opened it. Choose which answer to keep.</Trans>
      </p>
      <div className={s.compare}>
        {names.map((name) => {
          const field = fields.find((entry) => entry.field_name === name);
          const options = [
            { value: "mine", label: showAnswer(field, mine[name]) || t`Empty`, note: t`Typed here` },
            {
              value: "theirs",
              label: showAnswer(field, theirs[name]) || t`Empty`,
              note: t`Saved elsewhere`,
            },
          ];
          return (
            <RadioGroup
              key={name}
              name={`conflict-${name}`}
              label={field?.label ?? name}
              options={options}
              stacked
              value={choice[name]}
              onChange={(event) => setChoice({ ...choice, [name]: event.target.value })}
            />
          );
        })}
      </div>
    </Dialog>
  );
}

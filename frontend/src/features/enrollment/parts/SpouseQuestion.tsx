import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { SelectField } from "@/components/form/SelectField";
import { Button } from "@/components/ui/Button";
import { Card } from "@/components/ui/Card";
import type { SpouseChoice } from "../engine/dependents";
import s from "../steps/Dependents.module.css";

/** "Will you be Enrolling your spouse ?" – the answer decides who comes first on the list. */
export default function SpouseQuestion({
  value,
  again = false,
  onAnswer,
}: {
  value: SpouseChoice;
  /** Opened by a press of "Enroll Spouse", which is gone now: the focus comes here. */
  again?: boolean;
  onAnswer: (choice: SpouseChoice) => void;
}) {
  const { t } = useLingui();
  const [choice, setChoice] = useState<string>(value);
  const [error, setError] = useState<string | undefined>();
  const submit = () => {
    if (choice !== "yes" && choice !== "no") return setError(t`Please select spouse status`);
    onAnswer(choice);
  };
  return (
    <Card className={s.question}>
      <SelectField
        id="spouse-choice"
        label={<Trans>Will you be Enrolling your spouse ?</Trans>}
        placeholder={t`Please Select`}
        options={[
          { value: "yes", label: t`Yes` },
          { value: "no", label: t`No` },
        ]}
        value={choice}
        autoFocus={again}
        error={error}
        onChange={(event) => {
          setChoice(event.target.value);
          setError(undefined);
        }}
      />
      <Button onClick={submit}>
        <Trans>Submit</Trans>
      </Button>
    </Card>
  );
}

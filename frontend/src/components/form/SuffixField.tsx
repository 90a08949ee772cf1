import { useLingui } from "@lingui/react/macro";
import type { NewPerson } from "@/client";
import { SelectField } from "./SelectField";

export type Suffix = NonNullable<NewPerson["suffix"]>;
const SUFFIXES: Suffix[] = ["Jr.", "Sr.", "II", "III", "IV"];

interface SuffixFieldProps {
  id: string;
  name: string;
  value: string;
  error?: string | undefined;
  onChange: (change: { target: { value: string } }) => void;
}

/** The suffix of a last name, wherever a name is asked for. */
export function SuffixField(props: SuffixFieldProps) {
  const { t } = useLingui();
  return (
    <SelectField
      {...props}
      label={t`Suffix`}
      optional
      placeholder={t`None`}
      options={SUFFIXES.map((suffix) => ({ value: suffix, label: suffix }))}
    />
  );
}

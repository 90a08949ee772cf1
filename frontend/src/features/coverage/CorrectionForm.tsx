import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useEffect, useState } from "react";
import type { Correction } from "@/client";
import { DateField } from "@/components/form/DateField";
import { SelectField } from "@/components/form/SelectField";
import { TextField } from "@/components/form/TextField";
import { toast } from "@/components/ui/Toast";
import { api } from "@/lib/api";
import { today } from "@/lib/dates";
import { useSubmit } from "@/lib/useSubmit";
import { InPlace } from "./ContactForms";
import { useKeepCoverage } from "./reads";

export type CorrectedFact = Correction["fact"];

const LAST_DIGITS = 4;

/** Asks the office to correct a fact that prices or other people depend on. */
export function CorrectionForm({ fact, onClose }: { fact: CorrectedFact; onClose: () => void }) {
  const { t } = useLingui();
  const keep = useKeepCoverage();
  const names: Record<CorrectedFact, string> = {
    name: t`Name as it should be`,
    birth_date: t`Birth date as it should be`,
    ssn: t`Last four digits of the correct number`,
    gender: t`Gender as it should be`,
    home_address: t`Address as it should be`,
  };
  const labels = { text: names[fact], note: t`What went wrong` };
  const prefix = `correction-${fact}-`;
  const { errors, clear, submit, ...form } = useSubmit(labels, prefix);
  const [values, setValues] = useState({ text: "", note: "" });
  const field = (name: keyof typeof values) => ({
    id: prefix + name,
    name,
    label: labels[name],
    value: values[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => {
      const { value } = event.target;
      setValues((before) => ({ ...before, [name]: value }));
      clear(name);
    },
  });
  useEffect(() => document.getElementById(`${prefix}text`)?.focus(), [prefix]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    void submit({ text: values.text.trim() ? undefined : t`Field is required` }, async () => {
      const answer = await api.postEnvelope("/api/v1/ask-correction", { fact, ...values });
      if (answer?.data) keep(answer.data);
      onClose();
      toast(answer?.message ?? "");
    });
  };
  const genders = [t`Male`, t`Female`, t`Other`].map((label, value) => ({ value: String(value), label }));
  return (
    <InPlace
      form={{ ...form, done: null }}
      onSubmit={send}
      onClose={onClose}
      save={<Trans>Ask for the correction</Trans>}
    >
      {fact === "birth_date" && <DateField {...field("text")} to={today()} />}
      {fact === "gender" && <SelectField {...field("text")} placeholder={t`Choose`} options={genders} />}
      {fact === "ssn" && (
        <TextField {...field("text")} inputMode="numeric" maxLength={LAST_DIGITS} autoComplete="off" />
      )}
      {(fact === "name" || fact === "home_address") && (
        <TextField {...field("text")} maxLength={200} autoComplete="off" />
      )}
      <TextField {...field("note")} maxLength={300} autoComplete="off" optional />
      <p className="small mute">
        <Trans>We'll check it and answer by email. Nothing changes until then.</Trans>
      </p>
    </InPlace>
  );
}

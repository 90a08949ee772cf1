import { useState } from "react";
import { Checkbox, ChoiceCards, RadioGroup, Segmented } from "@/components/form/Choices";
import { DateField } from "@/components/form/DateField";
import { ErrorSummary } from "@/components/form/ErrorSummary";
import { SelectField } from "@/components/form/SelectField";
import { MaskedField, TextArea, TextField } from "@/components/form/TextField";
import { Price } from "@/components/ui/Statement";
import s from "./Kit.module.css";

const YES_NO = [
  { value: "1", label: "Yes" },
  { value: "0", label: "No" },
];

export function FieldsDemo() {
  const [choice, setChoice] = useState("b");
  const [sex, setSex] = useState("1");
  const [smoke, setSmoke] = useState("0");
  return (
    <>
      <ErrorSummary
        attempt={0}
        items={[
          { id: "kit-zip", label: "Zip Code", message: "Enter 5 digit zip code." },
          { id: "kit-dob", label: "DOB", message: "You must be 18 years to proceed" },
        ]}
      />
      <div className={s.fields}>
        <TextField label="First name" id="kit-name" autoComplete="off" />
        <TextField label="Routing number" id="kit-routing" hint="9 digits, on the left of a check" />
        <TextField label="Zip" id="kit-ok" defaultValue="43215" ok="OH filled in" />
        <TextField label="Zip Code" id="kit-zip" defaultValue="4321" error="Enter 5 digit zip code." />
        <DateField
          label="DOB"
          id="kit-dob"
          defaultValue="06/14/2011"
          error="You must be 18 years to proceed"
        />
        <TextField label="Bank name" id="kit-bank" defaultValue="LAKEVIEW BANK" readOnly />
        <TextField label="Middle name" id="kit-middle" optional />
        <TextField label="Search" id="kit-search" icon="search" unit="60 plans" />
        <MaskedField label="Phone" id="kit-phone" kind="phone" defaultValue="6145550148" />
        <MaskedField
          label="Social security number"
          id="kit-ssn"
          kind="ssn"
          hint="Leave a field to see its format"
        />
        <DateField label="Effective date" id="kit-date" />
        <SelectField
          label="Choose Tier"
          id="kit-tier"
          placeholder="Who needs covered?"
          options={[{ value: "IS", label: "Me & My Spouse" }]}
        />
        <SelectField
          label="State"
          id="kit-state"
          error="Field is required"
          placeholder="Select"
          options={[]}
        />
        <TextArea label="Notes" id="kit-notes" optional />
        <TextField label="Large" id="kit-large" big defaultValue="43215" />
      </div>
      <div className={s.fields}>
        <RadioGroup
          label="Do you smoke?"
          name="kit-smoke"
          value={smoke}
          onChange={(event) => setSmoke(event.target.value)}
          options={YES_NO}
        />
        <RadioGroup
          label="Prior coverage"
          name="kit-prior"
          error="Field is required"
          value=""
          options={YES_NO}
        />
        <Segmented
          label="Gender"
          name="kit-gender"
          value={sex}
          onChange={(event) => setSex(event.target.value)}
          options={[
            { value: "0", label: "Male" },
            { value: "1", label: "Female" },
          ]}
        />
        <Checkbox label="Choose physical address" id="kit-check" defaultChecked />
        <Checkbox label="I agree" id="kit-agree" error="Field is required" note="You can read it first." />
      </div>
      <ChoiceCards
        columns
        label="Choose an option"
        name="kit-choice"
        value={choice}
        onChange={(event) => setChoice(event.target.value)}
        choices={["a", "b", "c"].map((value, index) => ({
          value,
          title: `$${index + 1},000 a year`,
          fact: "Deductible $50 / $150",
          end: <Price amount={`${80 + index * 24}.40`} period="mo" size="sm" />,
        }))}
      />
    </>
  );
}

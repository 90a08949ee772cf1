import { Trans, useLingui } from "@lingui/react/macro";
import { type ChangeEvent, type ComponentType, type ReactNode, useLayoutEffect, useRef } from "react";
import s from "@/components/form/fields.module.css";
import { TextField } from "@/components/form/TextField";
import { digits } from "@/lib/masks";
import { refuseKey } from "@/lib/typing";
import type { StepForm } from "../../engine/useStepForm";
import { FormField } from "../../fields/FieldList";
import type { FieldDef } from "../../types";
import { brandOf, caretAfter, grouped } from "./card";

const WIDTHS: Record<string, string> = {
  first_name_on_cc: "c3 m6",
  last_name_on_cc: "c3 m6",
  expiration_month: "c2 m3",
  expiration_year: "c2 m3",
};

const MOST_DIGITS = 25;

/** Keeps the frame of the field when there is nothing to say: a field that is drawn anew loses the focus. */
const NO_BRAND = "\u00a0";

/** Digits in groups while they are typed; the cursor stays behind the digit it stood behind. */
function CardNumber({ field, step }: { field: FieldDef; step: StepForm }) {
  const { form } = step;
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  const text = String(form.answers[field.field_name] ?? "");
  useLayoutEffect(() => {
    if (caret.current === null) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const typed = event.target.value;
    const tidy = grouped(typed);
    const at = event.target.selectionStart ?? typed.length;
    caret.current = tidy === typed ? at : caretAfter(typed, at, tidy);
    form.set(field.field_name, tidy);
    step.edited(field.field_name);
  };
  return (
    <TextField
      ref={input}
      id={field.field_name}
      name={field.field_name}
      label={field.label}
      className="c4 m6"
      error={form.errors[field.field_name]}
      value={text}
      unit={brandOf(text)?.name ?? NO_BRAND}
      inputMode="numeric"
      autoComplete={field.autocomplete ?? "cc-number"}
      maxLength={field.max_length ?? 31}
      spellCheck={false}
      onChange={change}
      onBeforeInput={(event) =>
        refuseKey(event, (_before, after) => /^[\d\s-]*$/.test(after) && digits(after).length <= MOST_DIGITS)
      }
    />
  );
}

/** How many digits it has, and where on the card they are, depends on the brand. */
function SecurityCode({ field, step }: { field: FieldDef; step: StepForm }) {
  const { t } = useLingui();
  const name = field.field_name;
  const four = brandOf(String(step.answers.card_number ?? ""))?.code === 4;
  return (
    <div className="c2 m6">
      <TextField
        id={name}
        name={name}
        label={field.label}
        error={step.form.errors[name]}
        value={String(step.form.answers[name] ?? "")}
        unit={four ? t`4 digits` : t`3 digits`}
        aria-describedby={`${name}-where`}
        inputMode="numeric"
        autoComplete={field.autocomplete ?? "cc-csc"}
        onBeforeInput={(event) => refuseKey(event, (_before, after) => /^\d{0,4}$/.test(after.trim()))}
        onChange={(event) => {
          step.form.set(name, event.target.value);
          step.edited(name);
        }}
      />
      <span className="sr" id={`${name}-where`}>
        {four ? t`4 digits on the front of the card` : t`3 digits on the back of the card`}
      </span>
    </div>
  );
}

const OWN: Record<string, ComponentType<{ field: FieldDef; step: StepForm }>> = {
  card_number: CardNumber,
  security_code: SecurityCode,
};

interface CardFieldsProps {
  fields: FieldDef[];
  step: StepForm;
  /** The card processor's own fields, where it has any. */
  children?: ReactNode;
}

/** A new card. Nothing of it is kept as a draft. */
export function CardFields({ fields, step, children }: CardFieldsProps) {
  return (
    <fieldset className="grid-6">
      <legend className={s.legendT}>{fields[0]?.group}</legend>
      <p className="c6 m6 small mute">
        <Trans>The card number and security code go to the card processor. We don't store them.</Trans>
      </p>
      {fields.map((field) => {
        const Own = OWN[field.field_name];
        return Own ? (
          <Own key={field.field_name} field={field} step={step} />
        ) : (
          <FormField
            key={field.field_name}
            field={field}
            form={step.form}
            width={WIDTHS[field.field_name]}
            onEdited={step.edited}
            onLeft={() => void step.draft.flush()}
          />
        );
      })}
      {children}
    </fieldset>
  );
}

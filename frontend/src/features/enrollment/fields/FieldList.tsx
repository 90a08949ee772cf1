import { Fragment, type ReactNode } from "react";
import s from "@/components/form/fields.module.css";
import { cx } from "@/lib/cx";
import { say } from "../engine/messages";
import type { AnswerForm } from "../engine/useAnswers";
import { brokenCheck } from "../engine/validate";
import { formatAnswer, kindOf, typedAnswer } from "../engine/values";
import type { FieldDef } from "../types";
import own from "./Fields.module.css";
import { widgetFor } from "./registry";
import type { FieldExtra } from "./widget";

/** Columns of the six that an answer needs: the width fits the answer. */
const WIDTHS: Record<string, string> = {
  first_name: "c2 m6",
  middle_name: "c2 m6",
  last_name: "c2 m6",
  suffix: cx("c6", own.half),
  birthdate: "c3 m6",
  gender: "c3 m6",
  marital_status: "c3 m6",
  weight: "c2 m6",
  height_feet: "c2 m3",
  height_inch: "c2 m3",
  ethnic_category: "c3 m6",
  ethnic_category_other_type: "c3 m6",
  prior_carrier_name: "c6",
  prior_effective_date: cx("c6", own.half),
  prior_term_date: cx("c6", own.half),
  phone_number: "c3 m6",
  name: "c4 m6",
  phone: "c2 m6",
  address1: "c4 m6",
  address2: "c2 m6",
  zip: "c2 m3",
  state: "c2 m3",
  city: "c2 m6",
  mailing_address1: "c4 m6",
  mailing_address2: "c2 m6",
  mailing_zip: "c2 m3",
  mailing_state: "c2 m3",
  mailing_city: "c2 m6",
  ssn: "c6",
  account_type: "c3 m6",
  account_holder_type: "c3 m6",
};
const FULL = new Set(["checkbox", "checkboxes", "textarea", "radio", "email"]);

/** A choice is made with one press: one that can't be taken is told at once. */
const CHOSEN = new Set(["select", "radio"]);

/** A medication, its dosage and what it is for stand in one row. */
const ROW_OF_THREE = /\.medications\.\d+\.\w+$/;

const widthOf = (field: FieldDef): string =>
  WIDTHS[field.field_name] ??
  (ROW_OF_THREE.test(field.field_name) ? "c2 m6" : null) ??
  (FULL.has(kindOf(field)) ? "c6" : "c3 m6");

/** An error the server already knows when the step opens. */
const givenError = (field: FieldDef): string | undefined =>
  field.error
    ? (field.message ?? "") || (typeof field.error === "string" ? field.error : undefined)
    : undefined;

interface FormFieldProps {
  field: FieldDef;
  form: AnswerForm;
  extra?: FieldExtra | undefined;
  width?: string | undefined;
  onEdited: (name: string) => void;
  onLeft: () => void;
}

export function FormField({ field, form, extra, width, onEdited, onLeft }: FormFieldProps) {
  const name = field.field_name;
  const answer = form.answers[name] ?? "";
  const readOnly = field.read_only || (extra?.readOnly ?? false);
  const displayed = readOnly === field.read_only ? field : { ...field, read_only: readOnly };
  const Widget = widgetFor(field);
  return (
    <Widget
      field={displayed}
      id={name}
      value={answer}
      error={form.errors[name] ?? (form.changed(name) ? undefined : givenError(field))}
      hint={
        form.lost.includes(name) && !answer ? say("typeAgain") : (extra?.hint ?? (field.hint || undefined))
      }
      ok={extra?.ok}
      recover={extra?.recover}
      className={width ?? widthOf(field)}
      optional={!field.required && !readOnly && kindOf(field) !== "checkbox"}
      onChange={(typed) => {
        const givenValue = typedAnswer(field, answer, typed);
        form.set(name, givenValue);
        extra?.onChange?.(givenValue);
        onEdited(name);
        const refused = CHOSEN.has(kindOf(field)) && brokenCheck(field, String(givenValue), form.read());
        if (refused) form.fail({ [name]: refused });
      }}
      onBlur={() => {
        const value = form.read()[name] ?? "";
        const tidy = formatAnswer(displayed, value);
        if (tidy !== value) form.set(name, tidy);
        extra?.onBlur?.(tidy);
        onLeft();
      }}
    />
  );
}

interface FieldListProps {
  fields: FieldDef[];
  form: AnswerForm;
  extras?: Record<string, FieldExtra | undefined>;
  /** Columns of fields that stand differently here. */
  widths?: Record<string, string>;
  onEdited: (name: string) => void;
  onLeft: () => void;
}

function runs(fields: FieldDef[]): { title: string; fields: FieldDef[] }[] {
  const groups: { title: string; fields: FieldDef[] }[] = [];
  for (const field of fields) {
    const title = field.group ?? "";
    const last = groups.at(-1);
    if (last && last.title === title) last.fields.push(field);
    else groups.push({ title, fields: [field] });
  }
  return groups;
}

/** One field with the name of its group needs no second heading. */
const namesItself = ({ title, fields }: { title: string; fields: FieldDef[] }): boolean =>
  fields.length === 1 && fields[0]?.label === title;

function Group({ title, children }: { title: string; children: ReactNode }) {
  if (!title) return <div className="grid-6">{children}</div>;
  return (
    <fieldset className="grid-6">
      <legend className={s.legendT}>{title}</legend>
      {children}
    </fieldset>
  );
}

/** The fields of a step in the server's order; neighbours of one group share a legend. */
export function FieldList({ fields, form, extras = {}, widths = {}, onEdited, onLeft }: FieldListProps) {
  return runs(fields).map((group) => (
    <Group key={group.title + group.fields[0]?.field_name} title={namesItself(group) ? "" : group.title}>
      {group.fields.map((field) => (
        <Fragment key={field.field_name}>
          <FormField
            field={field}
            form={form}
            extra={extras[field.field_name]}
            width={widths[field.field_name]}
            onEdited={onEdited}
            onLeft={onLeft}
          />
          {extras[field.field_name]?.after}
        </Fragment>
      ))}
    </Group>
  ));
}

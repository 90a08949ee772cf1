import { type Ref, type SelectHTMLAttributes, useId } from "react";
import { cx } from "@/lib/cx";
import { describedBy, Field, type FieldProps, splitField } from "./Field";
import s from "./fields.module.css";

export interface Option {
  value: string;
  label: string;
}

interface SelectFieldProps
  extends FieldProps,
    Omit<SelectHTMLAttributes<HTMLSelectElement>, "className" | "size"> {
  ref?: Ref<HTMLSelectElement> | undefined;
  options: Option[];
  /** First entry with an empty value. */
  placeholder?: string;
}

/** The native select: autofill and phone pickers work. */
export function SelectField(props: SelectFieldProps) {
  const { frame, control } = splitField(props);
  const { options, placeholder, id: ownId, ...select } = control;
  const fallback = useId();
  const id = ownId ?? select.name ?? fallback;
  return (
    <Field id={id} {...frame}>
      <select
        {...select}
        id={id}
        className={cx("select", s.select)}
        {...describedBy(id, frame, select["aria-describedby"])}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}

import { useLingui } from "@lingui/react/macro";
import type { ComponentType, InputEvent } from "react";
import { Checkbox, RadioGroup, Segmented } from "@/components/form/Choices";
import { DateField } from "@/components/form/DateField";
import { FieldGroup } from "@/components/form/Field";
import { SelectField } from "@/components/form/SelectField";
import { MaskedField, TextArea, TextField } from "@/components/form/TextField";
import { cx } from "@/lib/cx";
import { today } from "@/lib/dates";
import { refuseKey } from "@/lib/typing";
import { kindOf, limitOf, takesKey } from "../engine/values";
import type { Answer, FieldDef } from "../types";
import own from "./Fields.module.css";
import { SecretField } from "./SecretField";
import type { WidgetProps } from "./widget";

const text = (value: Answer): string => (Array.isArray(value) ? value.join(", ") : value);

function frame(props: WidgetProps) {
  const { field, id, error, hint, ok, recover, className, optional } = props;
  return {
    id,
    name: id,
    label: field.label ?? field.field_name,
    error,
    hint,
    ok,
    recover,
    className,
    optional,
  };
}

function native({ field, value, onChange, onBlur }: WidgetProps) {
  return {
    value: text(value),
    readOnly: field.read_only,
    autoComplete: field.autocomplete ?? undefined,
    maxLength: field.max_length ?? undefined,
    inputMode: (field.input_mode ?? undefined) as "text" | "numeric" | undefined,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
    onBeforeInput: (event: InputEvent<HTMLInputElement>) => refuseKey(event, takesKey(field)),
    onBlur,
  };
}

function TextWidget(props: WidgetProps) {
  const unit = props.field.unit;
  return <TextField {...frame(props)} {...native(props)} {...(unit ? { unit } : {})} />;
}

function EmailWidget(props: WidgetProps) {
  return <TextField {...frame(props)} {...native(props)} type="email" inputMode="email" spellCheck={false} />;
}

/** What is pasted with blanks, dashes or its unit is longer than its digits, which `takesKey` counts. */
function NumberWidget(props: WidgetProps) {
  const { maxLength: _digits, ...input } = native(props);
  const unit = props.field.unit;
  return <TextField {...frame(props)} {...input} inputMode="numeric" {...(unit ? { unit } : {})} />;
}

function MaskedWidget(props: WidgetProps) {
  const { maxLength: _mask, inputMode: _mode, ...input } = native(props);
  return <MaskedField kind={kindOf(props.field) === "zip" ? "zip" : "phone"} {...frame(props)} {...input} />;
}

function DateWidget(props: WidgetProps) {
  const { maxLength: _max, inputMode: _mode, ...input } = native(props);
  return (
    <DateField
      {...frame(props)}
      {...input}
      clamps
      startAt={today()}
      from={limitOf(props.field, "not_before")}
      to={limitOf(props.field, "not_after")}
    />
  );
}

/** A read-only choice is shown as text in a read-only box: a disabled select would lose focus and contrast. */
function SelectWidget(props: WidgetProps) {
  const { t } = useLingui();
  const options = (props.field.options ?? []).map(({ value, label }) => ({ value: String(value), label }));
  const { value, readOnly, onChange, onBlur, autoComplete } = native(props);
  if (readOnly) {
    const label = options.find((option) => option.value === value)?.label ?? value;
    return <TextField {...frame(props)} value={label} readOnly onChange={() => undefined} />;
  }
  return (
    <SelectField
      {...frame(props)}
      options={options}
      placeholder={t`Please Select`}
      value={value}
      autoComplete={autoComplete}
      onChange={onChange}
      onBlur={onBlur}
    />
  );
}

function StateWidget(props: WidgetProps) {
  if (props.field.options?.length) return <SelectWidget {...props} />;
  const input = native(props);
  const change = (event: { target: { value: string } }) =>
    props.onChange(
      event.target.value
        .replace(/[^a-z]/gi, "")
        .slice(0, 2)
        .toUpperCase(),
    );
  return <TextField {...frame(props)} {...input} maxLength={2} onChange={change} />;
}

function choices(props: WidgetProps) {
  const options = (props.field.options ?? []).map(({ value, label, hint }) => ({
    value: String(value),
    label,
    ...(hint ? { note: hint } : {}),
  }));
  const { value, onChange, onBlur } = native(props);
  return { ...frame(props), options, value, onChange, onBlur };
}

/** Long labels stand below each other, two or three short ones in a row, more of them in columns. */
const isLong = (field: FieldDef): boolean =>
  (field.options ?? []).some((option) => option.label.length > 28 || option.hint);

function RadioWidget(props: WidgetProps) {
  if (props.field.read_only) return <SelectWidget {...props} />;
  const stacked = isLong(props.field);
  const inColumns = !stacked && (props.field.options ?? []).length > 3;
  return (
    <RadioGroup
      {...choices(props)}
      stacked={stacked}
      className={cx(props.className, inColumns && own.columns)}
    />
  );
}

function SegmentedWidget(props: WidgetProps) {
  if (props.field.read_only) return <SelectWidget {...props} />;
  const { className, ...rest } = choices(props);
  return <Segmented {...rest} className={[own.full, className].filter(Boolean).join(" ")} />;
}

function CheckboxWidget({ field, id, value, onChange, onBlur, error, hint, className }: WidgetProps) {
  return (
    <Checkbox
      id={id}
      name={id}
      label={field.label ?? field.field_name}
      note={hint}
      error={error}
      className={className}
      checked={value === "1"}
      onChange={(event) => onChange(event.target.checked ? "1" : "0")}
      onBlur={onBlur}
    />
  );
}

function CheckboxesWidget(props: WidgetProps) {
  const { field, id, onChange, onBlur } = props;
  const chosen = Array.isArray(props.value) ? props.value : [];
  const { name: _name, ...group } = frame(props);
  return (
    <FieldGroup {...group}>
      <div className="stack-2">
        {(field.options ?? []).map((option) => (
          <Checkbox
            key={option.value}
            id={`${id}-${option.value}`}
            label={option.label}
            checked={chosen.includes(option.value)}
            onChange={(event) =>
              onChange(
                event.target.checked
                  ? [...chosen, option.value]
                  : chosen.filter((value) => value !== option.value),
              )
            }
            onBlur={onBlur}
          />
        ))}
      </div>
    </FieldGroup>
  );
}

function TextAreaWidget(props: WidgetProps) {
  const { inputMode: _mode, onBeforeInput: _key, ...input } = native(props);
  return <TextArea {...frame(props)} {...input} rows={4} />;
}

/** The one registry: what the server calls a type -> how it is asked. */
export const WIDGETS: Record<string, ComponentType<WidgetProps>> = {
  text: TextWidget,
  email: EmailWidget,
  number: NumberWidget,
  phone: MaskedWidget,
  zip: MaskedWidget,
  date: DateWidget,
  ssn: SecretField,
  digits: NumberWidget,
  state: StateWidget,
  select: SelectWidget,
  radio: RadioWidget,
  segmented: SegmentedWidget,
  checkbox: CheckboxWidget,
  checkboxes: CheckboxesWidget,
  textarea: TextAreaWidget,
};

export function widgetFor(field: FieldDef): ComponentType<WidgetProps> {
  if (field.type === "account") return SecretField;
  if (field.segmented && kindOf(field) === "radio") return SegmentedWidget;
  return WIDGETS[kindOf(field)] ?? TextWidget;
}

import {
  type ChangeEventHandler,
  type FocusEventHandler,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  useId,
} from "react";
import { cx } from "@/lib/cx";
import { describedBy, FieldGroup, FieldMessage, type FieldProps, splitField } from "./Field";
import s from "./fields.module.css";
import type { Option } from "./SelectField";

/** What a form's register() gives, or a controlled value. */
interface GroupControl {
  name?: string;
  id?: string;
  value?: string | undefined;
  defaultValue?: string | undefined;
  disabled?: boolean | undefined;
  onChange?: ChangeEventHandler<HTMLInputElement>;
  onBlur?: FocusEventHandler<HTMLInputElement>;
  ref?: Ref<HTMLInputElement> | undefined;
}

function useGroup(control: GroupControl) {
  const fallback = useId();
  const id = control.id ?? control.name ?? fallback;
  const name = control.name ?? fallback;
  const radio = (
    value: string,
  ): InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> | undefined } => ({
    type: "radio",
    name,
    value,
    disabled: control.disabled,
    onChange: control.onChange ?? (() => undefined),
    onBlur: control.onBlur,
    ref: control.ref,
    ...(control.value !== undefined ? { checked: control.value === value } : {}),
    ...(control.defaultValue !== undefined ? { defaultChecked: control.defaultValue === value } : {}),
  });
  return { id, radio };
}

export function RadioGroup(
  props: FieldProps & GroupControl & { options: (Option & { note?: string })[]; stacked?: boolean },
) {
  const { frame, control } = splitField(props);
  const { id, radio } = useGroup(control);
  return (
    <FieldGroup id={id} role="radiogroup" {...frame}>
      <div className={cx(control.stacked ? "stack-2" : "row", s.radios)}>
        {control.options.map((option) => (
          <label key={option.value} className={cx("check", s.check)}>
            <input {...radio(option.value)} />
            <span>
              {option.label}
              {option.note && <small>{option.note}</small>}
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

/** Two or three short values. */
export function Segmented(props: FieldProps & GroupControl & { options: Option[] }) {
  const { frame, control } = splitField(props);
  const { id, radio } = useGroup(control);
  return (
    <FieldGroup id={id} role="radiogroup" {...frame}>
      <div className={s.segmented}>
        {control.options.map((option) => (
          <label key={option.value}>
            <input {...radio(option.value)} />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

export interface Choice {
  value: string;
  title: ReactNode;
  fact?: ReactNode;
  /** A price or a short note at the end. */
  end?: ReactNode;
}

/** Radio cards: a title, one fact, a price. */
export function ChoiceCards(
  props: FieldProps &
    GroupControl & { choices: Choice[]; compact?: boolean; columns?: boolean; hideLabel?: boolean },
) {
  const { frame, control } = splitField(props);
  const { id, radio } = useGroup(control);
  return (
    <FieldGroup
      id={id}
      role="radiogroup"
      {...frame}
      label={control.hideLabel ? <span className="sr">{frame.label}</span> : frame.label}
    >
      <div className={cx(control.columns ? s.options : s.choices, control.compact && s.choicesCompact)}>
        {control.choices.map((choice) => (
          <label key={choice.value} className={cx("choice", s.choice)}>
            <input {...radio(choice.value)} />
            <span className={s.choiceBody}>
              <span className={s.choiceT}>{choice.title}</span>
              {choice.fact && <span className={s.choiceD}>{choice.fact}</span>}
            </span>
            {choice.end && <span className={s.choiceEnd}>{choice.end}</span>}
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "type" | "size"> {
  label: ReactNode;
  note?: ReactNode;
  error?: string | undefined;
  small?: boolean;
  className?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

export function Checkbox({ label, note, error, small, className, ...input }: CheckboxProps) {
  const fallback = useId();
  const id = input.id ?? input.name ?? fallback;
  return (
    <div className={className}>
      <label className={cx("check", s.check, small && s.checkSm, error && s.checkError)}>
        <input
          type="checkbox"
          {...input}
          id={id}
          {...describedBy(id, { error }, input["aria-describedby"])}
        />
        <span>
          {label}
          {note && <small>{note}</small>}
        </span>
      </label>
      <FieldMessage id={id} error={error} />
    </div>
  );
}

import {
  type FocusEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useId,
} from "react";
import { cx } from "@/lib/cx";
import { type MaskName, masks } from "@/lib/masks";
import { pasteTrimmed, refuseKey } from "@/lib/typing";
import { Icon, type IconName } from "../ui/Icon";
import { describedBy, Field, type FieldProps, splitField } from "./Field";
import s from "./fields.module.css";

type Native = Omit<InputHTMLAttributes<HTMLInputElement>, "size" | "className">;

export interface TextFieldProps extends FieldProps, Native {
  ref?: Ref<HTMLInputElement> | undefined;
  big?: boolean;
  icon?: IconName;
  unit?: ReactNode;
}

/** Works controlled (`value`, `onChange`) and with a form (`{...register("name")}`). */
export function TextField(props: TextFieldProps) {
  const { frame, control } = splitField(props);
  const { big, icon, unit, id: ownId, ...input } = control;
  const fallback = useId();
  const id = ownId ?? input.name ?? fallback;
  const field = (
    <input
      type="text"
      id={id}
      className={cx("input", s.input, big && s.inputLg)}
      onPaste={pasteTrimmed}
      {...input}
      {...describedBy(id, frame, input["aria-describedby"])}
    />
  );
  return (
    <Field id={id} {...frame}>
      {icon || unit ? (
        <div className={s.affix}>
          {icon && <Icon name={icon} />}
          {field}
          {unit && <span className={s.affixUnit}>{unit}</span>}
        </div>
      ) : (
        field
      )}
    </Field>
  );
}

/**
 * Formats when the field loses focus, never while typing. The form keeps what is shown; send it through
 * `masks[kind].parse`.
 */
export function MaskedField({ kind, onBlur, onChange, ...props }: TextFieldProps & { kind: MaskName }) {
  const mask = masks[kind];
  const format = (event: FocusEvent<HTMLInputElement>) => {
    const input = event.target;
    const text = mask.format(input.value);
    if (text !== input.value) {
      input.value = text;
      onChange?.(event);
    }
    onBlur?.(event);
  };
  return (
    <TextField
      inputMode={mask.inputMode}
      maxLength={mask.maxLength}
      type={kind === "phone" ? "tel" : "text"}
      {...props}
      onChange={onChange}
      onBlur={format}
      onBeforeInput={(event) => refuseKey(event, (_before, after) => mask.fits(after))}
    />
  );
}

interface TextAreaProps extends FieldProps, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "className"> {
  ref?: Ref<HTMLTextAreaElement> | undefined;
}

export function TextArea(props: TextAreaProps) {
  const { frame, control } = splitField(props);
  const fallback = useId();
  const id = control.id ?? control.name ?? fallback;
  return (
    <Field id={id} {...frame}>
      <textarea
        {...control}
        id={id}
        className={s.textarea}
        {...describedBy(id, frame, control["aria-describedby"])}
      />
    </Field>
  );
}

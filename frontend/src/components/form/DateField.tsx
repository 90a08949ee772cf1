import { useLingui } from "@lingui/react/macro";
import { type ChangeEvent, type FocusEvent, lazy, Suspense, useId, useRef, useState } from "react";
import { cx } from "@/lib/cx";
import { addSlashes, type Day, formatDay, normaliseDate, parseDay } from "@/lib/dates";
import { IconButton } from "../ui/Button";
import { describedBy, Field, splitField } from "./Field";
import s from "./fields.module.css";
import type { TextFieldProps } from "./TextField";

const Calendar = lazy(() => import("./Calendar"));

export interface DateFieldProps extends TextFieldProps {
  min?: never;
  max?: never;
  /** Limits of the calendar; typed dates are checked by the form. */
  from?: Day | undefined;
  to?: Day | undefined;
  /** Where the calendar opens while the field is empty. */
  startAt?: Day | undefined;
  /** How it is written while it is typed at the end, and once the field is left. */
  typing?: (text: string) => string;
  leaving?: (text: string) => string;
}

/** Changes an input as if it had been typed, so that React and the form hear of it. */
function typeInto(input: HTMLInputElement, value: string): void {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  setter?.call(input, value);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** A date that can always be typed (mm/dd/yyyy, tolerant); the calendar is an extra, loaded on first use. */
export function DateField(props: DateFieldProps) {
  const { t } = useLingui();
  const { frame, control } = splitField(props);
  const {
    big,
    icon: _icon,
    unit: _unit,
    from,
    to,
    startAt,
    id: ownId,
    ref,
    onChange,
    onBlur,
    typing = addSlashes,
    leaving = normaliseDate,
    ...input
  } = control;
  const fallback = useId();
  const id = ownId ?? input.name ?? fallback;
  const field = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const native = event.nativeEvent as InputEvent;
    const typedAtEnd =
      native.inputType === "insertText" && event.target.selectionEnd === event.target.value.length;
    if (typedAtEnd) event.target.value = typing(event.target.value);
    onChange?.(event);
  };
  const blur = (event: FocusEvent<HTMLInputElement>) => {
    const text = leaving(event.target.value);
    if (text !== event.target.value) {
      event.target.value = text;
      onChange?.(event);
    }
    onBlur?.(event);
  };
  const pick = (day: Day) => {
    if (field.current) typeInto(field.current, formatDay(day));
    setOpen(false);
    field.current?.focus();
  };
  const attach = (element: HTMLInputElement | null) => {
    field.current = element;
    if (typeof ref === "function") ref(element);
    else if (ref) ref.current = element;
  };

  return (
    <Field id={id} {...frame}>
      <div className={s.affix}>
        <input
          type="text"
          inputMode="numeric"
          maxLength={10}
          placeholder={t`mm/dd/yyyy`}
          id={id}
          className={cx("input", s.input, s.inputDate, big && s.inputLg)}
          {...input}
          {...describedBy(id, frame, input["aria-describedby"])}
          ref={attach}
          onChange={change}
          onBlur={blur}
        />
        {!input.readOnly && (
          <IconButton
            icon="calendar"
            label={t`Choose date`}
            aria-expanded={open}
            className={cx(s.affixEnd, big && s.affixEndLg)}
            {...(big ? { iconSize: "lg" as const } : { size: "sm" as const })}
            onClick={() => setOpen(!open)}
          />
        )}
      </div>
      {open && (
        <div className={s.calendarAnchor}>
          <Suspense fallback={null}>
            <Calendar
              selected={parseDay(field.current?.value ?? "")}
              startAt={startAt}
              from={from}
              to={to}
              inline={big ?? false}
              onPick={pick}
              onClose={() => {
                setOpen(false);
                field.current?.focus();
              }}
            />
          </Suspense>
        </div>
      )}
    </Field>
  );
}

import { useLingui } from "@lingui/react/macro";
import {
  type ChangeEvent,
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  lazy,
  Suspense,
  useId,
  useRef,
  useState,
} from "react";
import { cx } from "@/lib/cx";
import { type Day, formatDay } from "@/lib/dates";
import { withTexts } from "@/lib/i18n";
import { type Masked, maskDate, readDay, settleDate } from "@/lib/typedDates";
import { IconButton } from "../ui/Button";
import { describedBy, Field, splitField } from "./Field";
import s from "./fields.module.css";
import type { TextFieldProps } from "./TextField";

const Calendar = lazy(() => import("./Calendar"));
const DateHelp = lazy(withTexts("dialogs", () => import("./DateHelp")));

export interface DateFieldProps extends TextFieldProps {
  min?: never;
  max?: never;
  /** Limits of the calendar; typed dates are checked by the form. A year of two digits isn't read as one after `to`. */
  from?: Day | undefined;
  to?: Day | undefined;
  /** Where the calendar opens while the field is empty. */
  startAt?: Day | undefined;
  /** Makes 01 of a month or day that doesn't exist, and says so. */
  clamps?: boolean;
}

/** A key, as keyboards of phones report it, too. Paste, autofill and the calendar put in a whole text. */
const TYPED = /^insert(Text|CompositionText)$/;

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
    onPaste,
    onKeyDown,
    clamps = false,
    ...input
  } = control;
  const fallback = useId();
  const id = ownId ?? input.name ?? fallback;
  const field = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);

  const [replaced, setReplaced] = useState<Masked["replaced"]>(null);
  const show = (masked: Masked): string => {
    if (masked.replaced) setReplaced(masked.replaced);
    return masked.text;
  };
  const settle = (text: string) => show(settleDate(text, clamps, to));

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { target } = event;
    const { inputType = "", data, isComposing } = event.nativeEvent as InputEvent;
    const isKey = TYPED.test(inputType) && (data ?? "").length <= 1;
    const atEnd = !isComposing && target.selectionEnd === target.value.length;
    if (inputType.startsWith("delete")) setReplaced(null);
    else if (!isKey && readDay(target.value, to)) target.value = settle(target.value);
    else if (inputType && atEnd) target.value = show(maskDate(target.value, clamps));
    onChange?.(event);
  };
  const blur = (event: FocusEvent<HTMLInputElement>) => {
    const text = settle(event.target.value);
    if (text !== event.target.value) {
      event.target.value = text;
      onChange?.(event as ChangeEvent<HTMLInputElement>);
    }
    onBlur?.(event);
  };
  /** A pasted date takes the place of what stood there; other text goes in where the caret is. */
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    onPaste?.(event);
    const pasted = settle(event.clipboardData.getData("text"));
    if (input.readOnly || !readDay(pasted, to)) return;
    event.preventDefault();
    typeInto(event.currentTarget, pasted);
  };
  /** Enter sends a form without leaving the field. */
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event);
    const { currentTarget: typed } = event;
    const text = event.key === "Enter" ? settle(typed.value) : typed.value;
    if (text !== typed.value) typeInto(typed, text);
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

  const text = String(input.value ?? "");
  const help = (
    <Suspense fallback={null}>
      <DateHelp
        text={text}
        latest={to}
        replaced={replaced}
        onUse={(date) => field.current && typeInto(field.current, date)}
      />
    </Suspense>
  );
  const messages = {
    ok: replaced ? help : frame.ok,
    recover: frame.error && text && !frame.recover ? help : frame.recover,
  };

  return (
    <Field id={id} {...frame} {...messages}>
      <div className={s.affix}>
        <input
          type="text"
          inputMode="numeric"
          placeholder={t`mm/dd/yyyy`}
          id={id}
          className={cx("input", s.input, s.inputDate, big && s.inputLg)}
          {...input}
          {...describedBy(id, frame, input["aria-describedby"])}
          ref={attach}
          onChange={change}
          onBlur={blur}
          onPaste={paste}
          onKeyDown={press}
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
              selected={readDay(field.current?.value ?? "")}
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

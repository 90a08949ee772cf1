import { useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { describedBy, Field } from "@/components/form/Field";
import s from "@/components/form/fields.module.css";
import { Button } from "@/components/ui/Button";
import { cx } from "@/lib/cx";
import { pasteTrimmed, refuseKey } from "@/lib/typing";
import { formatAnswer, isMasked, takesKey } from "../engine/values";
import own from "./Fields.module.css";
import type { WidgetProps } from "./widget";

/**
 * A number that is hidden while nobody types it. What the server already has comes as "Ending 4821": it is kept
 * until a new number is typed.
 */
export function SecretField({
  field,
  id,
  value,
  onChange,
  onBlur,
  error,
  hint,
  className,
  optional,
}: WidgetProps) {
  const { t } = useLingui();
  const [shown, setShown] = useState(false);
  const [focused, setFocused] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const text = String(value ?? "");
  const isStored = isMasked(field, text);
  const original = String(field.value ?? "");
  const covered = !isStored && !focused && !shown;

  const leave = () => {
    setFocused(false);
    const tidy = !text.trim() && original ? original : formatAnswer(field, text);
    if (tidy !== text) onChange(tidy);
    onBlur();
  };
  const enter = () => {
    setFocused(true);
    if (isStored) onChange("");
  };
  return (
    <Field
      id={id}
      label={field.label ?? ""}
      hint={hint}
      error={error}
      className={className}
      optional={optional}
    >
      <div className={cx(s.affix, own.half)}>
        <input
          ref={input}
          id={id}
          name={id}
          type="text"
          inputMode="numeric"
          autoComplete={field.autocomplete ?? "off"}
          className={cx("input", s.input, own.withButton, covered && own.covered, "num")}
          maxLength={field.type === "ssn" ? 13 : (field.max_length ?? 17) + 4}
          value={text}
          readOnly={field.read_only}
          onFocus={enter}
          onBlur={leave}
          onChange={(event) => onChange(event.target.value)}
          onBeforeInput={(event) => refuseKey(event, takesKey(field))}
          onPaste={pasteTrimmed}
          {...describedBy(id, { hint, error })}
        />
        {!isStored && !field.read_only && (
          <Button
            size="sm"
            tone="quiet"
            className={s.affixEnd}
            aria-pressed={shown}
            aria-label={shown ? t`Hide ${field.label}` : t`Show ${field.label}`}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setShown(!shown)}
          >
            {shown ? t`Hide` : t`Show`}
          </Button>
        )}
      </div>
    </Field>
  );
}

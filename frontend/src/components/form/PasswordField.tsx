import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { cx } from "@/lib/cx";
import { describedBy, Field, splitField } from "./Field";
import s from "./fields.module.css";
import own from "./PasswordField.module.css";
import type { TextFieldProps } from "./TextField";

/** A password that can be shown while it is typed. */
export function PasswordField(props: Omit<TextFieldProps, "type" | "icon" | "unit" | "big">) {
  const { t } = useLingui();
  const { frame, control } = splitField(props);
  const [shown, setShown] = useState(false);
  const fallback = useId();
  const id = control.id ?? control.name ?? fallback;
  return (
    <Field id={id} {...frame}>
      <div className={s.affix}>
        <input
          maxLength={256}
          autoCapitalize="none"
          spellCheck={false}
          {...control}
          id={id}
          type={shown ? "text" : "password"}
          className={cx("input", s.input, own.secret)}
          {...describedBy(id, frame, control["aria-describedby"])}
        />
        <button
          type="button"
          className={own.show}
          aria-label={shown ? t`Hide password` : t`Show password`}
          onClick={() => setShown(!shown)}
        >
          {shown ? t`Hide` : t`Show`}
        </button>
      </div>
    </Field>
  );
}

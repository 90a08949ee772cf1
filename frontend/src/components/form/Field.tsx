import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { cx } from "@/lib/cx";
import { Icon } from "../ui/Icon";
import s from "./fields.module.css";

export interface FieldProps {
  label: ReactNode;
  /** Before the control: what to write, never in the placeholder. */
  hint?: ReactNode;
  error?: string | undefined;
  /** A line of recovery below the error, such as a link. */
  recover?: ReactNode;
  /** Good news below the control, announced politely. */
  ok?: ReactNode;
  optional?: boolean;
  className?: string | undefined;
}

const part = (id: string, name: string) => `${id}-${name}`;

/** Attributes that tie a control to its hint and error. */
export function describedBy(id: string, { hint, error }: Pick<FieldProps, "hint" | "error">, own?: string) {
  const ids = [own, hint && part(id, "hint"), error && part(id, "error")].filter(Boolean).join(" ");
  return { "aria-describedby": ids || undefined, "aria-invalid": error ? true : undefined };
}

export function FieldMessage({
  id,
  error,
  recover,
  ok,
}: Pick<FieldProps, "error" | "recover" | "ok"> & { id: string }) {
  return (
    <>
      {error && (
        <p className={s.error} id={part(id, "error")}>
          <Icon name="alert" />
          <span>
            <span className="sr">
              <Trans>Error:</Trans>{" "}
            </span>
            {error}
          </span>
        </p>
      )}
      {error && recover && <p className={s.recover}>{recover}</p>}
      {ok && !error && (
        <p className={s.ok} role="status">
          <Icon name="check" />
          <span>{ok}</span>
        </p>
      )}
    </>
  );
}

function LabelText({ label, optional }: Pick<FieldProps, "label" | "optional">) {
  return (
    <>
      <span>{label}</span>
      {optional && (
        <span className={s.opt}>
          <Trans>optional</Trans>
        </span>
      )}
    </>
  );
}

/** Label, hint, control, message, in that order. */
export function Field(props: FieldProps & { id: string; children: ReactNode }) {
  const { id, label, hint, optional, className, children } = props;
  return (
    <div className={cx(s.field, props.error && s.fieldError, className)}>
      <label className={s.label} htmlFor={id}>
        <LabelText label={label} optional={optional} />
      </label>
      {hint && (
        <p className={s.hint} id={part(id, "hint")}>
          {hint}
        </p>
      )}
      {children}
      <FieldMessage id={id} error={props.error} recover={props.recover} ok={props.ok} />
    </div>
  );
}

/** The same for a set of controls: a fieldset that carries the error. */
export function FieldGroup(props: FieldProps & { id: string; children: ReactNode; role?: string }) {
  const { id, label, hint, optional, className, children, role } = props;
  return (
    <fieldset
      id={id}
      role={role}
      tabIndex={-1}
      className={cx(s.field, s.group, props.error && s.fieldError, className)}
      {...describedBy(id, props)}
    >
      <legend className={s.label}>
        <LabelText label={label} optional={optional} />
      </legend>
      {hint && (
        <p className={s.hint} id={part(id, "hint")}>
          {hint}
        </p>
      )}
      {children}
      <FieldMessage id={id} error={props.error} recover={props.recover} ok={props.ok} />
    </fieldset>
  );
}

/** Splits a field component's props into those of the frame and those of the control. */
export function splitField<P extends FieldProps>(props: P) {
  const { label, hint, error, recover, ok, optional, className, ...control } = props;
  return { frame: { label, hint, error, recover, ok, optional, className }, control };
}

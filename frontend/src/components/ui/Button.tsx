import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { cx } from "@/lib/cx";
import { Link, type LinkProps } from "@/lib/router";
import s from "./Button.module.css";
import { Icon, type IconName } from "./Icon";

export interface ButtonLook {
  /** `state`: where something stands, such as in the cart; it leads there, and is no next step. */
  tone?: "primary" | "secondary" | "quiet" | "state" | "danger" | "danger-solid";
  size?: "sm" | "lg";
  block?: boolean;
  icon?: IconName;
  iconEnd?: IconName;
}

const TONES = {
  primary: s.btnPrimary,
  quiet: s.btnQuiet,
  state: s.btnState,
  danger: s.btnDanger,
  "danger-solid": s.btnDangerSolid,
};

function buttonClass({ tone = "secondary", size, block }: ButtonLook, className?: string): string {
  const toned = tone === "secondary" ? undefined : TONES[tone];
  return cx(
    "btn",
    s.btn,
    toned,
    size === "sm" && s.btnSm,
    size === "lg" && s.btnLg,
    block && s.btnBlock,
    className,
  );
}

interface ButtonProps extends ButtonLook, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Spinner and a verb; the button keeps its focus and ignores presses. */
  busy?: boolean;
  busyText?: ReactNode;
  /** Not yet possible: focusable, says why through `aria-describedby`, does nothing. */
  blocked?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button(props: ButtonProps) {
  const {
    tone,
    size,
    block,
    icon,
    iconEnd,
    busy,
    busyText,
    blocked,
    className,
    children,
    onClick,
    type,
    ...rest
  } = props;
  const inert = busy || blocked;
  return (
    <button
      type={type ?? "button"}
      className={buttonClass({ tone, size, block }, className)}
      aria-busy={busy || undefined}
      aria-disabled={blocked || undefined}
      data-tone={tone}
      onClick={(event) => {
        if (inert) event.preventDefault();
        else onClick?.(event);
      }}
      {...rest}
    >
      {busy ? <span className={s.spin} aria-hidden="true" /> : icon && <Icon name={icon} />}
      {busy && busyText ? busyText : children}
      {!busy && iconEnd && <Icon name={iconEnd} size="sm" />}
    </button>
  );
}

type ButtonLinkProps = ButtonLook & Omit<LinkProps, "color">;

/** A link that looks like a button: it goes somewhere. */
export function ButtonLink({
  tone,
  size,
  block,
  icon,
  iconEnd,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link className={buttonClass({ tone, size, block }, className)} data-tone={tone} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
      {iconEnd && <Icon name={iconEnd} size="sm" />}
    </Link>
  );
}

/** The same look on a plain anchor, for tel:, mailto: and other sites. */
export function ButtonAnchor({
  tone,
  size,
  block,
  icon,
  iconEnd,
  className,
  children,
  ...rest
}: ButtonLook & React.AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a className={buttonClass({ tone, size, block }, className)} data-tone={tone} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
      {iconEnd && <Icon name={iconEnd} size="sm" />}
    </a>
  );
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children"> {
  icon: IconName;
  label: string;
  tone?: ButtonLook["tone"];
  size?: "sm";
  iconSize?: "sm" | "lg";
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({
  icon,
  label,
  tone = "quiet",
  size,
  iconSize,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      className={buttonClass({ tone, size }, cx(s.btnIcon, className))}
      {...rest}
    >
      <Icon name={icon} {...(iconSize ? { size: iconSize } : {})} />
    </button>
  );
}

/** A button that reads as a link inside text or a list of actions. */
export function LinkButton({
  danger,
  icon,
  className,
  children,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & {
  danger?: boolean;
  icon?: IconName;
  ref?: Ref<HTMLButtonElement>;
}) {
  return (
    <button type="button" className={cx(s.linkBtn, danger && s.linkBtnDanger, className)} {...rest}>
      {icon && <Icon name={icon} size="sm" />}
      {children}
    </button>
  );
}

import { Trans } from "@lingui/react/macro";
import { type HTMLAttributes, type ReactNode, useState } from "react";
import type { PriceShare } from "@/client";
import { cx } from "@/lib/cx";
import { money, moneyParts } from "@/lib/format";
import s from "./Statement.module.css";

type Part = HTMLAttributes<HTMLDivElement>;

/** Anything that adds up to money: head, lines, tear, total. */
export function Statement({ className, ...rest }: Part) {
  return <div className={cx("statement", s.statement, className)} {...rest} />;
}
export const StatementHead = ({ className, ...rest }: Part) => (
  <div className={cx(s.statementHead, className)} {...rest} />
);
export const StatementBody = ({ className, ...rest }: Part) => (
  <div className={cx(s.statementBody, className)} {...rest} />
);
export const StatementFoot = ({ className, ...rest }: Part) => (
  <div className={cx(s.statementFoot, className)} {...rest} />
);
export const Tear = () => <div className={s.statementTear} aria-hidden="true" />;

export interface StatementLine {
  label: ReactNode;
  note?: ReactNode;
  /** A money string with its cents, or anything else shown as it is. */
  value: ReactNode;
  grand?: boolean;
  key?: string;
}

/** "104.85" is an amount; "40" may be hours and "43215" a zip code. */
const AMOUNT = /^-?\d+\.\d{2}$/;

/** Label and amount pairs. `total` sets the larger type of a foot. */
export function Lines({ lines, total }: { lines: StatementLine[]; total?: boolean }) {
  const grand = total && lines.some((line) => line.grand);
  return (
    <dl className={cx("lines", s.lines, total && s.linesTotal)}>
      {lines.map((line, index) => (
        <div key={line.key ?? index} className={cx(line.grand ? s.grand : grand && s.lesser)}>
          <dt>
            {line.label}
            {line.note && <small>{line.note}</small>}
          </dt>
          <dd>
            {typeof line.value === "string" && AMOUNT.test(line.value) ? money(line.value) : line.value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface TotalProps extends Part {
  lines: StatementLine[];
}

/** The last sheet, torn off: what the lines add up to, and what is said of it. */
export const StatementTotal = ({ lines, children, ...rest }: TotalProps) => (
  <>
    <Tear />
    <StatementFoot {...rest}>
      <Lines total lines={lines} />
      {children}
    </StatementFoot>
  </>
);

/** Who pays how much of a price, in the server's words; nothing where a group pays no part. */
export function Share({ share }: { share?: PriceShare | null | undefined }) {
  return share ? <p className={cx("small", s.share)}>{share.text}</p> : null;
}

/** A price to the cent with its period. Another one fades in in its place; digits never roll. */
export function Price({
  amount,
  period = "month",
  size,
  className,
}: {
  amount: string | number;
  period?: "month" | "mo" | "none";
  size?: "sm" | "lg";
  className?: string;
}) {
  const parts = moneyParts(amount);
  const [first] = useState(amount);
  if (!parts) return null;
  const classes = [size === "lg" && s.priceLg, size === "sm" && s.priceSm, amount !== first && s.changed];
  return (
    <span key={amount} className={cx("price", s.price, ...classes, className)}>
      <b>
        {parts.sign}${parts.whole}
      </b>
      <i>.{parts.cents}</i>
      {period === "month" && (
        <small>
          <Trans>/month</Trans>
        </small>
      )}
      {period === "mo" && (
        <small>
          <Trans>/mo</Trans>
        </small>
      )}
    </span>
  );
}

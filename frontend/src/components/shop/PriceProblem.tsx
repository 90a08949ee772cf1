import { type ReactNode, useLayoutEffect, useRef } from "react";
import { cx } from "@/lib/cx";
import { focusInstead, placeOf } from "@/lib/page";
import type { PriceError } from "@/lib/shop/types";
import { Button, LinkButton } from "../ui/Button";
import { Icon } from "../ui/Icon";
import { type Fix, fixFor } from "./fixes";
import s from "./PriceProblem.module.css";

/** Where the server's sentence itself offers the way, its own words become the link. */
const CLICK = /(clicking here\.?|haciendo clic aquí\.?)/i;

/** Questions that come before any price are no refusal. */
const NEUTRAL = new Set(["smokerError", "newQuestionsError"]);

interface PriceProblemProps {
  error: PriceError;
  onFix: (fix: Fix) => void;
  /** The fix is on its way. */
  busy?: boolean;
  /** Why the last try failed. */
  failed?: string | null;
  /** A banner of the plan page, whose button stands with the price; else a few lines where the price would be. */
  banner?: boolean;
  children?: ReactNode;
}

/** Its button goes with it: the focus then moves to a link of the plan, which stays. */
export function useWayOut() {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = ref.current;
    return () => {
      if (box?.contains(document.activeElement)) focusInstead(placeOf(box));
    };
  }, []);
  return ref;
}

/** Why there is no price: the server's sentence, what would help, and one button that does it. */
export function PriceProblem({ error, onFix, busy, failed, banner, children }: PriceProblemProps) {
  const fix = fixFor(error);
  const [before, link, after] = error.message.split(CLICK);
  const neutral = NEUTRAL.has(error.errorCode);
  const closed = error.errorCode === "blackout";
  // Where the sentence offers the way, only a fact is worth another line.
  const linked = Boolean(link && fix);
  const words = linked && !error.remedy?.value ? "" : error.remedy?.text;
  const box = useWayOut();
  return (
    <div ref={box} className={cx(s.problem, neutral && s.ask, closed && s.closed, banner && s.banner)}>
      <Icon name={neutral ? "info" : closed ? "alert" : "warning"} />
      <div>
        <p>
          {before}
          {linked && fix ? <LinkButton onClick={() => onFix(fix)}>{link}</LinkButton> : link}
          {after}
        </p>
        {words && words !== error.message && <p className={s.remedy}>{words}</p>}
        {failed && (
          <p className={s.failed} role="alert">
            {failed}
          </p>
        )}
        {fix && !linked && !banner && (
          <Button size="sm" className={s.fix} busy={busy ?? false} onClick={() => onFix(fix)}>
            {fix.label}
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}

import { Trans } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import type { Dependents } from "@/client";
import { Banner } from "@/components/ui/Banner";
import { LinkButton } from "@/components/ui/Button";
import { money } from "@/lib/format";
import { focusQuietly } from "@/lib/page";
import { useStep } from "../engine/wizard";
import { useCart } from "./OrderSummary";

interface TierSwitchedProps {
  switched: NonNullable<Dependents["switched"]>;
  /** It was pressed just now: the focus comes here. */
  fresh: boolean;
  onUndo: () => void;
}

/** The result of the switch, the new cost, and Undo. */
export default function TierSwitched({ switched, fresh, onUndo }: TierSwitchedProps) {
  const { data: cart } = useCart(useStep().enrollmentId);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (fresh) focusQuietly(box.current);
  }, [fresh]);
  const monthly = cart && money(cart.recurring_month_cost);
  const first = cart && money(cart.initial_month_cost);
  return (
    <div ref={box} tabIndex={-1}>
      <Banner
        tone="ok"
        live="status"
        title={<Trans>Switched to “{switched.to_name}”</Trans>}
        action={
          <LinkButton onClick={onUndo}>
            <Trans>Undo</Trans>
          </LinkButton>
        }
      >
        {cart && (
          <Trans>
            Now {monthly} a month, {first} for the first month.
          </Trans>
        )}
      </Banner>
    </div>
  );
}

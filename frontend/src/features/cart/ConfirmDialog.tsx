import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import PriceChangeDialog from "@/components/shop/PriceChangeDialog";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { ApiError, api } from "@/lib/api";
import { money } from "@/lib/format";
import { useQuoteId } from "@/lib/shop/filter";
import { usePersonName } from "@/lib/shop/parties";
import { type PriceChange, priceChangeOf } from "@/lib/shop/price-change";
import type { Cart } from "@/lib/shop/types";
import { stepLeft } from "@/lib/step-left";
import { setItem } from "@/lib/storage";
import s from "./Cart.module.css";

interface Stop {
  message: string;
  /** Old and new, line by line, when the price moved since it was shown. */
  change: PriceChange | null;
}

interface DynamicTab {
  tab_name: string;
  required: boolean | number;
  order: number;
  status: string;
}

/** Whoever begins is told what is needed; whoever comes back goes on with the steps. */
const firstPage = (tabs: DynamicTab[]): string =>
  tabs.every(({ status }) => status === "todo" || status === "locked")
    ? "/enrollment/before-you-start"
    : "/enrollment/personal-info";

/** Checks the cart out and opens the first step of the application. */
function useCheckout(date: string) {
  const { t } = useLingui();
  const id = useQuoteId();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [stop, setStop] = useState<Stop | null>(null);

  const proceed = async (accepted?: PriceChange) => {
    setBusy(true);
    if (!accepted) setStop(null);
    // The total that was shown: should prices move once more, the server stops again.
    const taken = accepted ? { accept_price: 1, accepted_total: accepted.new_total } : {};
    try {
      const body = { enrollment_id: id ?? "", effective_date: date, ...taken };
      await api.post("/api/v1/cart-checkout", body);
      const tabs = await api.get("/get-dynamic-tabs", { enrollment_id: id });
      const steps = tabs.result.filter((tab) => tab.required).sort((a, b) => a.order - b.order);
      setItem("nav_array", JSON.stringify(steps.map((tab) => tab.tab_name)));
      setItem("enrollment", "new_enrollment");
      await navigate(stepLeft(id ?? "") ?? firstPage(steps));
    } catch (error) {
      const apiError = error instanceof ApiError ? error : null;
      const first = apiError ? Object.values(apiError.fieldErrors)[0] : undefined;
      const change = priceChangeOf(error);
      setStop({ message: first || apiError?.message || t`We couldn't continue. Please try again.`, change });
      if (change || first) await client.invalidateQueries({ queryKey: ["quote"] });
      setBusy(false);
    }
  };
  return { busy, stop, proceed };
}

export default function ConfirmDialog({
  date,
  cart,
  onClose,
}: {
  date: string;
  cart: Cart;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const { busy, stop, proceed } = useCheckout(date);
  const member = usePersonName();
  const count = cart.result.length;
  const plans = t`${plural(count, { one: "# plan", other: "# plans" })}`;
  const first = money(cart.initial_month_cost);
  const pay = cart.share?.from_pay;
  const change = stop?.change;
  if (change) {
    return (
      <PriceChangeDialog
        change={change}
        message={stop.message}
        busy={busy}
        onAccept={() => void proceed(change)}
        onKeep={onClose}
      />
    );
  }
  return (
    <Dialog
      title={<Trans>Your plans will be effective as of {date}</Trans>}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Back to Cart</Trans>
          </Button>
          <Button
            tone="primary"
            busy={busy}
            busyText={t`Opening`}
            data-autofocus
            onClick={() => void proceed()}
          >
            <Trans>Proceed to Enrollment</Trans>
          </Button>
        </>
      }
    >
      {member && (
        <p className={s.confirmText}>
          <Trans>
            For <strong>{member}</strong>.
          </Trans>
        </p>
      )}
      <p className={s.confirmText}>
        {pay ? (
          `${plans}: ${pay.text}`
        ) : (
          <Trans>
            {plans}, {first} for the first month.
          </Trans>
        )}
      </p>
      {stop && (
        <Banner tone="bad" live="alert">
          {stop.message}
        </Banner>
      )}
    </Dialog>
  );
}

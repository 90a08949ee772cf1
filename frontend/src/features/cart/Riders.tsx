import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { CartRider } from "@/client";
import { PriceProblem } from "@/components/shop/PriceProblem";
import { usePriceFixes } from "@/components/shop/usePriceFixes";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { announce } from "@/lib/announce";
import { ApiError, api } from "@/lib/api";
import { money } from "@/lib/format";
import { withTexts } from "@/lib/i18n";
import { openOverlay } from "@/lib/overlays";
import { countPlans } from "@/lib/shop/cart";
import { quoteKey, useQuoteId } from "@/lib/shop/filter";
import type { Cart, CartItem } from "@/lib/shop/types";
import s from "./Riders.module.css";

const RiderQuestions = lazy(withTexts("dialogs", () => import("./RiderQuestions")));

interface PendingQuestions {
  item: CartItem;
  rider: CartRider;
  type: string;
}

/** The whole set of a line's riders travels with each press, so that a press twice changes nothing. */
function useRiders() {
  const { t } = useLingui();
  const id = useQuoteId();
  const client = useQueryClient();
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState<PendingQuestions | null>(null);

  const save = async (item: CartItem, rider: CartRider, on: boolean) => {
    if (busy) return;
    setBusy(keyOf(item, rider));
    setProblem(null);
    const others = (item.riders ?? []).filter((other) => other.selected && other.code !== rider.code);
    const riders = [...others, ...(on ? [rider] : [])].map((other) => other.code);
    try {
      const body = { enrollment_id: id ?? "", plan_id: item.plan_id, riders };
      const cart = countPlans(await api.post("/api/v1/save-cart-riders", body));
      // A cart asked for before the rider was saved must not come later and take it away again.
      await client.cancelQueries({ queryKey: quoteKey(id, "cart") });
      client.setQueryData(quoteKey(id, "cart"), cart);
      const total = money(cart.recurring_month_cost);
      const name = rider.label;
      announce(
        on
          ? t`${name} was added. Recurring Cost: ${total}.`
          : t`${name} was removed. Recurring Cost: ${total}.`,
      );
      void client.invalidateQueries({ queryKey: quoteKey(id, "dates") });
    } catch (error) {
      const apiError = error instanceof ApiError ? error : null;
      if (apiError?.errorCode === "newQuestionsError") {
        const type = (apiError.data as { type?: string } | null)?.type ?? `rider:${rider.code}`;
        setPending({ item, rider, type });
      } else {
        setProblem(
          Object.values(apiError?.fieldErrors ?? {})[0] ||
            apiError?.message ||
            t`We could not save this. Please try again.`,
        );
      }
    } finally {
      setBusy(null);
    }
  };
  return { busy, problem, pending, close: () => setPending(null), save };
}

const keyOf = (item: CartItem, rider: CartRider) => `${item.plan_id}-${rider.code}`;

/** Riders for the plans in the cart. None is ticked at first. */
export default function Riders({ cart }: { cart: Cart }) {
  const { busy, problem, pending, close, save } = useRiders();
  const fixes = usePriceFixes(() => openOverlay("find-plan"));
  const offers = cart.result.flatMap((item) => (item.riders ?? []).map((rider) => ({ item, rider })));
  return (
    <Panel title={<Trans>Additional riders</Trans>} titleId="riders">
      <ul>
        {offers.map(({ item, rider }) => {
          const plan = item.plan_name;
          const name = rider.label;
          return (
            <li key={keyOf(item, rider)} className={s.rider}>
              <div>
                <h3>{name}</h3>
                <p className="small mute">
                  {rider.text} <Trans>For {plan}.</Trans>
                </p>
              </div>
              <span className={s.price}>{rider.price && money(rider.price)}</span>
              {!rider.error && (
                <Button
                  size="sm"
                  icon={rider.selected ? "check" : undefined}
                  aria-pressed={rider.selected}
                  busy={busy === keyOf(item, rider)}
                  onClick={() => void save(item, rider, !rider.selected)}
                >
                  {rider.selected ? <Trans>Added</Trans> : <Trans>Add</Trans>}
                  <span className="sr">
                    : {name}, {plan}
                  </span>
                </Button>
              )}
              {rider.error && (
                <div className={s.problem}>
                  <PriceProblem error={rider.error} onFix={(fix) => fixes.fixPrice(fix, item.plan_id)} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {problem && (
        <Banner tone="bad" live="alert">
          {problem}
        </Banner>
      )}
      {pending && (
        <Suspense fallback={null}>
          <RiderQuestions
            planId={pending.item.plan_id}
            type={pending.type}
            onClose={close}
            onSaved={() => {
              close();
              void save(pending.item, pending.rider, true);
            }}
          />
        </Suspense>
      )}
    </Panel>
  );
}

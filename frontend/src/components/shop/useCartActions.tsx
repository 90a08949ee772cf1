import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { ApiError } from "@/lib/api";
import { planPath } from "@/lib/format";
import { withTexts } from "@/lib/i18n";
import { useAddToCart } from "@/lib/shop/cart";
import { toPriceError } from "@/lib/shop/plans";
import type { PriceError } from "@/lib/shop/types";

const MembershipDialog = lazy(withTexts("dialogs", () => import("./MembershipDialog")));
const ActiveDialog = lazy(withTexts("dialogs", () => import("./ActiveDialog")));

export interface Buyable {
  plan_id: number;
  plan_pricing_id: string | null;
  plan_name: string;
}

/**
 * Adding to the cart with everything that can happen on the way: a premier plan asks for its membership, a plan with
 * open questions opens its page, a changed price is read again. Render `cartDialogs` once.
 */
export function useCartActions(onAdded: (plan: Buyable, notice: string) => void) {
  const { t } = useLingui();
  const add = useAddToCart();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [busy, setBusy] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<{ planId: number; error: PriceError } | null>(null);
  const [choosing, setChoosing] = useState<Buyable | null>(null);
  const [active, setActive] = useState<string | null>(null);

  const tell = (plan: Buyable, reason: unknown) => {
    const error: PriceError =
      reason instanceof ApiError
        ? toPriceError(reason)
        : { errorCode: "", message: "", fix: [], remedy: null };
    const code = error.errorCode;
    if (code === "membershipRequired") return setChoosing(plan);
    if (code === "alreadyActive") return setActive(error.message);
    if (code === "newQuestionsError") void navigate(`${planPath(plan.plan_id, plan.plan_name)}#questions`);
    if (code === "priceChanged") void client.invalidateQueries({ queryKey: ["quote"] });
    const message = error.message || t`We could not add the plan. Please try again.`;
    return setRefusal({ planId: plan.plan_id, error: { ...error, message } });
  };

  const addToCart = async (plan: Buyable) => {
    if (busy !== null) return;
    setRefusal(null);
    setBusy(plan.plan_id);
    try {
      const notice = await add(plan);
      onAdded(plan, notice);
    } catch (error) {
      tell(plan, error);
    } finally {
      setBusy(null);
    }
  };

  const cartDialogs = (
    <Suspense fallback={null}>
      {choosing && (
        <MembershipDialog
          planName={choosing.plan_name}
          onClose={() => setChoosing(null)}
          onChoose={async (membership) => {
            onAdded(choosing, await add(choosing, membership));
          }}
        />
      )}
      {active && <ActiveDialog message={active} onClose={() => setActive(null)} />}
    </Suspense>
  );
  return { addToCart, busyPlan: busy, refusal, cartDialogs };
}

import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { type Fix, PriceProblem } from "@/components/shop/PriceProblem";
import { LinkButton } from "@/components/ui/Button";
import { Card } from "@/components/ui/Card";
import { CategoryMark } from "@/components/ui/Category";
import { Price } from "@/components/ui/Statement";
import { withTexts } from "@/lib/i18n";
import type { CartItem } from "@/lib/shop/types";
import s from "./Cart.module.css";

const RemoveDialog = lazy(withTexts("dialogs", () => import("./RemoveDialog")));
const PlanDrawer = lazy(withTexts("dialogs", () => import("./PlanDrawer")));

interface CartItemsProps {
  items: CartItem[];
  onFix: (fix: Fix, planId: number) => void;
}

export function CartItems({ items, onFix }: CartItemsProps) {
  const { t } = useLingui();
  const [removing, setRemoving] = useState<CartItem | null>(null);
  const [viewing, setViewing] = useState<CartItem | null>(null);
  return (
    <Card aria-label={t`Plans in your cart`}>
      {items.map((item) => {
        const name = item.plan_name;
        return (
          <article key={item.plan_id} className={s.cartItem}>
            <CategoryMark category={item.category} />
            <div>
              <h2 className={s.itemT}>{name}</h2>
              <p className="small mute">{[item.carrier_name, item.note].filter(Boolean).join(", ")}</p>
              {item.error && (
                <div className={s.itemError}>
                  <PriceProblem error={item.error} onFix={(fix) => onFix(fix, item.plan_id)} />
                </div>
              )}
            </div>
            <Price amount={item.price} period="none" />
            <div className={s.cartItemActs}>
              <LinkButton onClick={() => setViewing(item)}>
                <Trans>View details</Trans>
                <span className="sr">: {name}</span>
              </LinkButton>
              {item.removable === 1 && (
                <LinkButton danger onClick={() => setRemoving(item)}>
                  <Trans>Remove</Trans>
                  <span className="sr">: {name}</span>
                </LinkButton>
              )}
            </div>
          </article>
        );
      })}
      <Suspense fallback={null}>
        {removing && <RemoveDialog item={removing} onClose={() => setRemoving(null)} />}
        {viewing && <PlanDrawer item={viewing} onClose={() => setViewing(null)} />}
      </Suspense>
    </Card>
  );
}

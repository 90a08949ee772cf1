import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { type Fix, PriceProblem } from "@/components/shop/PriceProblem";
import { Banner } from "@/components/ui/Banner";
import { Button, LinkButton } from "@/components/ui/Button";
import { Card } from "@/components/ui/Card";
import { CategoryMark } from "@/components/ui/Category";
import { Dialog } from "@/components/ui/Dialog";
import { Price } from "@/components/ui/Statement";
import { announce } from "@/lib/announce";
import { ApiError } from "@/lib/api";
import { focusQuietly } from "@/lib/page";
import { useRemoveFromCart } from "@/lib/shop/cart";
import type { CartItem } from "@/lib/shop/types";
import s from "./Cart.module.css";
import { PlanDrawer } from "./PlanDrawer";

function RemoveDialog({ item, onClose }: { item: CartItem; onClose: () => void }) {
  const { t } = useLingui();
  const remove = useRemoveFromCart();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const name = item.plan_name;
  const confirm = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await remove(item);
      announce(t`${name} was removed from your cart.`);
      onClose();
      focusQuietly(document.querySelector("h1"));
    } catch (error) {
      setProblem(
        (error instanceof ApiError && error.message) || t`We could not remove the plan. Please try again.`,
      );
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={<Trans>Do you really want to remove?</Trans>}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Keep it</Trans>
          </Button>
          <Button tone="danger-solid" busy={busy} busyText={t`Removing`} onClick={() => void confirm()}>
            <Trans>Remove</Trans>
          </Button>
        </>
      }
    >
      <p className={s.confirmText}>
        <Trans>{name} leaves your cart. You can add it again.</Trans>
      </p>
      {problem && (
        <Banner tone="bad" live="alert">
          {problem}
        </Banner>
      )}
    </Dialog>
  );
}

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
              {item.note && <p className="small mute">{item.note}</p>}
              {item.error && (
                <div className={s.itemError}>
                  <PriceProblem error={item.error} onFix={(fix) => onFix(fix, item.plan_id)} />
                </div>
              )}
            </div>
            <Price amount={item.price} period="none" />
            <div className={s.cartItemActs}>
              <LinkButton aria-label={t`View details of ${name}`} onClick={() => setViewing(item)}>
                <Trans>View details</Trans>
              </LinkButton>
              {item.removable === 1 && (
                <LinkButton danger aria-label={t`Remove ${name}`} onClick={() => setRemoving(item)}>
                  <Trans>Remove</Trans>
                </LinkButton>
              )}
            </div>
          </article>
        );
      })}
      {removing && <RemoveDialog item={removing} onClose={() => setRemoving(null)} />}
      {viewing && <PlanDrawer item={viewing} onClose={() => setViewing(null)} />}
    </Card>
  );
}

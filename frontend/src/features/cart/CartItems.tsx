import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import type { Evidence } from "@/client";
import { PriceProblem } from "@/components/shop/PriceProblem";
import type { PriceFixes } from "@/components/shop/usePriceFixes";
import { LinkButton } from "@/components/ui/Button";
import { Card } from "@/components/ui/Card";
import { CarrierLogo, CategoryMark } from "@/components/ui/Category";
import { Icon } from "@/components/ui/Icon";
import { Price, Share } from "@/components/ui/Statement";
import { money } from "@/lib/format";
import { withTexts } from "@/lib/i18n";
import type { CartItem } from "@/lib/shop/types";
import s from "./Cart.module.css";

const RemoveDialog = lazy(withTexts("dialogs", () => import("./RemoveDialog")));
const PlanDrawer = lazy(withTexts("dialogs", () => import("./PlanDrawer")));

interface CartItemsProps {
  items: CartItem[];
  fixes: PriceFixes;
}

/** The amount insured at once, and the one the carrier decides on first. */
function EvidenceNote({ evidence }: { evidence: Evidence }) {
  const now = money(evidence.price_now);
  const approved = money(evidence.price_approved);
  return (
    <div className={s.evidence}>
      <Icon name="info" />
      <div>
        <p>{evidence.text}</p>
        <p>
          <Trans>
            Now <b>{now}</b> a month; <b>{approved}</b> once the full amount is approved.
          </Trans>
        </p>
      </div>
    </div>
  );
}

export function CartItems({ items, fixes }: CartItemsProps) {
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
              <CarrierLogo src={item.plan_logo} name={item.carrier_name} />
              <h2 className={s.itemT}>{name}</h2>
              <p className="small mute">{item.note}</p>
              <Share share={item.share} />
              {item.fees_text && <p className={s.own}>{item.fees_text}</p>}
              {item.evidence && <EvidenceNote evidence={item.evidence} />}
              {item.error && (
                <div className={s.itemError}>
                  <PriceProblem
                    error={item.error}
                    onFix={(fix) => fixes.fixPrice(fix, item.plan_id)}
                    busy={fixes.fixing === item.plan_id}
                    failed={fixes.failure?.planId === item.plan_id ? fixes.failure.message : null}
                  />
                </div>
              )}
            </div>
            <Price amount={item.recurring} period="none" />
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
        {removing && (
          <RemoveDialog
            item={removing}
            others={items
              .filter((other) => removing.goes_with?.includes(other.plan_id))
              .map((other) => other.plan_name)}
            onClose={() => setRemoving(null)}
          />
        )}
        {viewing && <PlanDrawer item={viewing} onClose={() => setViewing(null)} />}
      </Suspense>
    </Card>
  );
}

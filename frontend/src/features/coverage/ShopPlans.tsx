import { Trans } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { Button, ButtonLink } from "@/components/ui/Button";
import { useBenefitStore, useEnrollMember, useOwnRecord } from "@/components/work/members";
import { useCartGuard } from "@/components/work/useCartGuard";
import { useCartCount } from "@/lib/shop/context";
import s from "./ShopPlans.module.css";

const TierDialog = lazy(() => import("@/components/work/TierDialog"));

/** Shopping with the answers on record: in the member's own group, or in the store of its members. */
export function ShopPlans({ alone }: { alone: boolean }) {
  const navigate = useNavigate();
  const enroll = useEnrollMember();
  const count = useCartCount();
  const { data: member } = useOwnRecord();
  const benefitStore = useBenefitStore().data ?? null;
  const [asking, setAsking] = useState<"own" | "store" | null>(null);
  const [guard, question] = useCartGuard();
  if (!member) return null;
  const ownGroup = member.group_info.group_id;
  const store = benefitStore === ownGroup ? null : benefitStore;
  return (
    <section className={alone ? s.alone : s.shop} aria-labelledby="shop">
      <h2 id="shop">
        {alone ? <Trans>Find a plan</Trans> : <Trans>Looking for something you don't have yet?</Trans>}
      </h2>
      <p className="small">
        <Trans>We already know your answers. Choose who to cover and see prices.</Trans>
      </p>
      <div className={s.ways}>
        <Button tone={alone ? "primary" : "secondary"} onClick={() => guard(() => setAsking("own"))}>
          <Trans>Shop plans</Trans>
        </Button>
        {store !== null && (
          <Button onClick={() => guard(() => setAsking("store"))}>
            <Trans>Shop the Member Benefit Store</Trans>
          </Button>
        )}
        {count > 0 && (
          <ButtonLink to="/cart" icon="cart">
            <Trans>Continue with your cart</Trans>
          </ButtonLink>
        )}
      </div>
      {question}
      {asking && (
        <Suspense fallback={null}>
          <TierDialog
            onClose={() => setAsking(null)}
            onChoose={async (tier, county) => {
              const other = asking === "store" && store !== null ? { store } : {};
              await enroll({ userId: member.user_id, tier, county, groupId: ownGroup, ...other });
              await navigate("/plans");
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

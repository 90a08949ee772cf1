import { Trans, useLingui } from "@lingui/react/macro";
import { Button, ButtonLink } from "@/components/ui/Button";
import { CarrierLogo } from "@/components/ui/Category";
import { Drawer } from "@/components/ui/Drawer";
import { RichText } from "@/components/ui/RichText";
import { FailedRead, Loading, SkeletonBar } from "@/components/ui/State";
import { Lines } from "@/components/ui/Statement";
import { planPath } from "@/lib/format";
import { usePlanDetail } from "@/lib/shop/plans";
import type { CartItem, PlanDetail } from "@/lib/shop/types";
import s from "./Cart.module.css";

function Body({ plan }: { plan: PlanDetail }) {
  const desc = plan.plan_desc ?? {};
  return (
    <div className={s.drawerBody}>
      <CarrierLogo src={plan.plan_logo} name={plan.carrier_name} />
      <p>{desc.header_text || plan.plan_short_text}</p>
      {plan.facts && plan.facts.length > 0 && (
        <Lines lines={plan.facts.map((fact) => ({ label: fact.label, value: <span>{fact.value}</span> }))} />
      )}
      {desc.body_text && <RichText text={desc.body_text} />}
    </div>
  );
}

/** A plan of the cart, without leaving the cart. */
export default function PlanDrawer({ item, onClose }: { item: CartItem; onClose: () => void }) {
  const { t } = useLingui();
  const detail = usePlanDetail(String(item.plan_id));
  return (
    <Drawer
      title={item.plan_name}
      subtitle={item.note}
      onClose={onClose}
      footer={
        <>
          <ButtonLink to={planPath(item.plan_id, item.plan_name)} onClick={onClose}>
            <Trans>Full plan page</Trans>
          </ButtonLink>
          <Button tone="primary" className={s.grow} onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        </>
      }
    >
      {detail.isPending && (
        <Loading label={t`Loading the plan`} className="stack">
          <SkeletonBar width={140} height={30} />
          <SkeletonBar />
          <SkeletonBar width="80%" />
        </Loading>
      )}
      {detail.isError && <FailedRead onRetry={() => void detail.refetch()} busy={detail.isFetching} />}
      {detail.data && <Body plan={detail.data} />}
    </Drawer>
  );
}

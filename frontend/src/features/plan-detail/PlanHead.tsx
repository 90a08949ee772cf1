import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { CompareHere } from "@/components/shop/compare/CompareCheck";
import { Badge } from "@/components/ui/Badge";
import { Banner } from "@/components/ui/Banner";
import { CarrierLogo } from "@/components/ui/Category";
import { categoryLabel } from "@/lib/categories";
import { PageHeading } from "@/lib/page";
import type { PlanDetail } from "@/lib/shop/types";
import s from "./PlanDetail.module.css";

const HeadPicture = lazy(() => import("@/components/art/HeadPicture"));

/** A longer line gets a banner of its own. */
const BADGE_LENGTH = 48;

export function PlanHead({ plan }: { plan: PlanDetail }) {
  const { i18n } = useLingui();
  const desc = plan.plan_desc ?? {};
  const shortBar = Boolean(desc.blueBarText) && (desc.blueBarText?.length ?? 0) <= BADGE_LENGTH;
  return (
    <section className={s.detailHead}>
      <CarrierLogo src={plan.plan_logo} name={plan.carrier_name} eager />
      <PageHeading title={plan.plan_name}>{plan.plan_name}</PageHeading>
      <p className="lead">{desc.header_text || plan.plan_short_text}</p>
      <div className={s.tags}>
        <Badge tone="brand">{i18n._(categoryLabel(plan.plan_category))}</Badge>
        {plan.badges?.map((badge) => (
          <Badge key={badge}>{badge}</Badge>
        ))}
        {shortBar && <Badge icon="star">{desc.blueBarText}</Badge>}
      </div>
      {desc.blueBarText && !shortBar && (
        <Banner tone="info" className={s.blueBar}>
          {desc.blueBarText}
        </Banner>
      )}
      <CompareHere id={plan.plan_id} name={plan.plan_name} />
      <Suspense fallback={null}>
        <HeadPicture category={plan.plan_category} of="plan" />
      </Suspense>
    </section>
  );
}

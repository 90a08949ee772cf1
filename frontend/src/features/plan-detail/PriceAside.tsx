import { Trans, useLingui } from "@lingui/react/macro";
import type { UseQueryResult } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { CartButton } from "@/components/shop/CartButton";
import { type Fix, fixFor } from "@/components/shop/fixes";
import { PriceProblem, useWayOut } from "@/components/shop/PriceProblem";
import { useTierLabel } from "@/components/shop/tierLabel";
import { Button, LinkButton } from "@/components/ui/Button";
import { Icon } from "@/components/ui/Icon";
import { FailedRead, Loading, SkeletonBar } from "@/components/ui/State";
import {
  Lines,
  Price,
  Share,
  Statement,
  StatementBody,
  StatementFoot,
  StatementHead,
  type StatementLine,
  Tear,
} from "@/components/ui/Statement";
import { contact } from "@/lib/bootstrap";
import { money } from "@/lib/format";
import { withTexts } from "@/lib/i18n";
import { openOverlay } from "@/lib/overlays";
import { useWorks } from "@/lib/shop/client";
import type { Pricing } from "@/lib/shop/plans";
import type { FilterInfo, PlanDetail, PlanFlags, PricedPlan, PriceError } from "@/lib/shop/types";
import s from "./PlanDetail.module.css";

const PortalFact = lazy(withTexts("quoted", () => import("@/components/shop/PortalFact")));

export interface BuyProps {
  plan: PlanDetail;
  pricing: UseQueryResult<Pricing>;
  chosen: PricedPlan | undefined;
  refused: PriceError | null;
  /** Questions stand between the shopper and the cart. */
  asks: boolean;
  flags: PlanFlags | null;
  quoted: boolean;
  filter: FilterInfo | null;
  busy: boolean;
  /** Why Add to Cart was refused. */
  refusal: PriceError | null;
  /** The fix is being applied, or why it was not. */
  fixing: boolean;
  failed: string | null;
  onWhy: () => void;
  onEdit: () => void;
  onFix: (fix: Fix) => void;
  onQuestions: () => void;
  onAdd: () => void;
}

/** The one step that leads to a price, where the store refused one. */
export const stepToPrice = ({ refused, asks }: BuyProps): Fix | null =>
  refused && !asks ? fixFor(refused) : null;

interface StepButtonProps extends Pick<BuyProps, "busy" | "onFix"> {
  step: Fix;
  size?: "lg";
  block?: boolean;
}

function StepButton({ step, onFix, ...shape }: StepButtonProps) {
  const box = useWayOut();
  return (
    <div ref={box}>
      <Button tone="primary" {...shape} onClick={() => onFix(step)}>
        {step.label}
      </Button>
    </div>
  );
}

export function BuyButton(props: BuyProps & { large?: boolean }) {
  const { chosen, asks, busy, fixing, onAdd, onFix, onQuestions, large } = props;
  const step = stepToPrice(props);
  const shape = large ? ({ size: "lg", block: true } as const) : {};
  if (asks) {
    return (
      <Button tone="primary" {...shape} onClick={onQuestions}>
        <Trans>Enroll Now</Trans>
      </Button>
    );
  }
  if (step) return <StepButton {...shape} busy={fixing} step={step} onFix={onFix} />;
  if (!chosen) return null;
  return (
    <CartButton
      tone="primary"
      {...shape}
      inCart={chosen.in_cart}
      busy={busy}
      blockedBy={chosen.blackout ? "closed" : undefined}
      onAdd={onAdd}
    />
  );
}

function useFacts({ chosen, filter, flags, plan }: BuyProps): StatementLine[] {
  const { t } = useLingui();
  const tierLabel = useTierLabel();
  if (!filter) return [];
  const lines: StatementLine[] = [
    { label: t`Covers`, value: tierLabel(filter.tier) },
    { label: t`Zip Code`, value: filter.state ? `${filter.zip}, ${filter.state}` : filter.zip },
  ];
  if (chosen?.earliest_start) lines.push({ label: t`Earliest start`, value: chosen.earliest_start });
  const income = filter.annual_income ?? filter.annual_incode;
  if (flags?.disability || plan.is_disability) {
    lines.push({ label: t`Annual Income`, value: income ? money(income) : t`Not given` });
    lines.push({
      label: t`Working Hours`,
      value: filter.working_hours ? String(filter.working_hours) : t`Not given`,
    });
  }
  for (const fee of chosen?.fees ?? []) {
    if (fee.once) lines.push({ label: fee.name, note: t`First month only`, value: fee.amount });
  }
  return lines;
}

function PriceState(props: BuyProps) {
  const { plan, pricing, chosen, refused, quoted, onWhy } = props;
  const { t } = useLingui();
  const works = useWorks();
  if (!quoted) {
    return (
      <div className="stack-2">
        <h2 className={s.askTitle}>
          {works ? <Trans>See the client's price</Trans> : <Trans>See your price</Trans>}
        </h2>
        <p className="small">
          <Trans>
            Prices depend on age, zip code, and who is covered. Answer four questions to see yours.
          </Trans>
        </p>
      </div>
    );
  }
  if (pricing.isPending) {
    return (
      <Loading label={t`Loading your price`} className="stack-2">
        <SkeletonBar width={90} />
        <SkeletonBar width={190} height={44} />
      </Loading>
    );
  }
  if (pricing.isError) {
    return (
      <FailedRead
        title={<Trans>We could not load prices</Trans>}
        onRetry={() => void pricing.refetch()}
        busy={pricing.isFetching}
      >
        {pricing.error.message || <Trans>Your search and your cart are saved.</Trans>}
      </FailedRead>
    );
  }
  return (
    <>
      <p className={s.priceLabel}>{works ? <Trans>Monthly price</Trans> : <Trans>Your price</Trans>}</p>
      {chosen && (
        <>
          <Price amount={chosen.recurring} size="lg" />
          {chosen.fees_text && <p className="xs mute">{chosen.fees_text}</p>}
          <Share share={chosen.share} />
          <p className={s.whyLink}>
            <LinkButton onClick={onWhy}>
              <Trans>Why this price?</Trans>
            </LinkButton>
          </p>
        </>
      )}
      {refused && refused.errorCode === "newQuestionsError" && (
        <p className="small">
          <Trans>Please answer following questions to view rates.</Trans>
        </p>
      )}
      {refused && refused.errorCode !== "newQuestionsError" && (
        <p className="small">
          <Trans>No price for your answers yet.</Trans>
        </p>
      )}
      {chosen && plan.rate_note && (
        <p className={s.estimate}>
          <Icon name="info" size="sm" />
          {plan.rate_note}
        </p>
      )}
      {chosen?.evidence && <p className={s.estimate}>{chosen.evidence.text}</p>}
    </>
  );
}

export function PriceAside(props: BuyProps) {
  const { t } = useLingui();
  const { quoted, refusal, onEdit, onFix, flags, plan, chosen, asks } = props;
  const facts = useFacts(props);
  const works = useWorks();
  const { phone, phoneHref } = contact();
  const waiting = quoted && props.pricing.isPending;
  const worker = flags?.disability || plan.is_disability;
  return (
    <aside className={s.detailAside} aria-label={t`Your price`}>
      <Statement aria-busy={props.pricing.isFetching || undefined}>
        <StatementHead className={s.priceHead}>
          <PriceState {...props} />
        </StatementHead>
        {facts.length > 0 && !waiting && (
          <StatementBody>
            <Lines lines={facts} />
            <p className={s.portal}>
              <Suspense fallback={null}>
                <PortalFact />
              </Suspense>
            </p>
            <p className={s.editLine}>
              <LinkButton icon="edit" className="small" onClick={onEdit}>
                {works ? <Trans>Edit details</Trans> : <Trans>Edit my details</Trans>}
              </LinkButton>
              {worker && (
                <LinkButton className="small" onClick={() => onFix({ kind: "income", value: "", label: "" })}>
                  <Trans>Edit income and hours</Trans>
                </LinkButton>
              )}
            </p>
          </StatementBody>
        )}
        {(!quoted || chosen || asks || stepToPrice(props)) && (
          <>
            <Tear />
            <StatementFoot className="stack-2">
              {chosen?.blackout && (
                <div id="closed">
                  <PriceProblem error={chosen.blackout} onFix={onFix} />
                </div>
              )}
              {quoted ? (
                <BuyButton {...props} large />
              ) : (
                <Button size="lg" block onClick={() => openOverlay("find-plan")}>
                  <Trans>FIND A PLAN</Trans>
                </Button>
              )}
              {refusal && (
                <div role="alert">
                  <PriceProblem
                    error={refusal}
                    onFix={onFix}
                    busy={props.fixing}
                    failed={chosen ? props.failed : null}
                  />
                </div>
              )}
              {chosen && flags?.membership_note && <p className={s.notIncluded}>{flags.membership_note}</p>}
            </StatementFoot>
          </>
        )}
      </Statement>
      {phone && !waiting && (
        <p className={s.questionsLine}>
          <Icon name="phone" size="sm" />
          <Trans>
            Questions?{" "}
            <a className="num" href={phoneHref}>
              {phone}
            </a>
          </Trans>
        </p>
      )}
    </aside>
  );
}

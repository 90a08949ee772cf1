import { Trans, useLingui } from "@lingui/react/macro";
import { LinkButton } from "@/components/ui/Button";
import { Price } from "@/components/ui/Statement";
import { cx } from "@/lib/cx";
import s from "./PlanDetail.module.css";
import { BuyButton, type BuyProps, stepToPrice } from "./PriceAside";

/** The thumb bar of phones: the price and the one primary action. */
export default function BuyBar(props: BuyProps) {
  const { t } = useLingui();
  const { chosen, asks, onWhy } = props;
  if (!chosen && !asks && !stepToPrice(props)) return null;
  return (
    <div className={cx(s.buybar, "only-m")} data-bottom-bar role="region" aria-label={t`Your price`}>
      <div>
        {!chosen && (
          <p className="small">
            {asks ? (
              <Trans>Please answer following questions to view rates.</Trans>
            ) : (
              <Trans>No price for your answers yet.</Trans>
            )}
          </p>
        )}
        {chosen && (
          <>
            <Price amount={chosen.recurring} />
            {chosen.share && <p className="xs">{chosen.share.short}</p>}
            <p className="small">
              <LinkButton onClick={onWhy}>
                <Trans>Why this price?</Trans>
              </LinkButton>
            </p>
          </>
        )}
      </div>
      <BuyButton {...props} />
    </div>
  );
}

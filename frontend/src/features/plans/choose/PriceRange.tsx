import { Trans, useLingui } from "@lingui/react/macro";
import { PriceSlider, usePriceSlider } from "@/components/shop/prices/PriceSlider";
import type { Prices } from "@/components/shop/prices/scale";
import { dollars, fromCents, money } from "@/lib/format";
import s from "./Choose.module.css";

interface PriceRangeProps {
  prices: Prices;
  note: string;
  value: string | undefined;
  onChoose: (value: string) => void;
  id: string;
}

/** The most a plan may cost a month, over a picture of where the prices lie. */
export function PriceRange({ prices, note, value, onChoose, id }: PriceRangeProps) {
  const { t } = useLingui();
  const slider = usePriceSlider(prices, value, onChoose);
  const amount = dollars(slider.most ?? "0");
  const from = money(fromCents(prices.least));
  const to = money(fromCents(prices.most));
  return (
    <fieldset className={s.set}>
      <legend>
        <Trans>Monthly price</Trans>
      </legend>
      <p className={s.range}>
        <output htmlFor={id}>{slider.most === undefined ? t`Any` : t`Up to ${amount}`}</output>
        <span>{t`${from} to ${to}`}</span>
      </p>
      <PriceSlider id={id} prices={prices} {...slider} />
      {note && <p className="xs mute">{note}</p>}
    </fieldset>
  );
}

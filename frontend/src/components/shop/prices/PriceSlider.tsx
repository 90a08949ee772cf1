import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { cx } from "@/lib/cx";
import { dollars } from "@/lib/format";
import s from "./PriceSlider.module.css";
import type { Prices } from "./scale";

const PAUSE_MS = 200;

/** The amount under the thumb, and how to move it; undefined: any price. The choice is handed on after a pause. */
export function usePriceSlider(
  { low, high, step }: Prices,
  value: string | undefined,
  onChoose: (value: string) => void,
) {
  const chosen = value === undefined ? high : Math.min(high, Math.max(low + step, Math.round(Number(value))));
  const [at, setAt] = useState(chosen);
  const [visiblePrices, setSeen] = useState(chosen);
  if (visiblePrices !== chosen) {
    setSeen(chosen);
    setAt(chosen);
  }
  const choose = useRef(onChoose);
  useEffect(() => {
    choose.current = onChoose;
  });
  // One entry in the address for a whole drag.
  useEffect(() => {
    if (at === chosen) return;
    const wait = setTimeout(() => choose.current(at >= high ? "" : String(at)), PAUSE_MS);
    return () => clearTimeout(wait);
  }, [at, chosen, high]);
  // An address may name an amount that the scale doesn't have.
  const most = at === chosen ? value : at >= high ? undefined : String(at);
  return { at, setAt, most };
}

interface PriceSliderProps extends ReturnType<typeof usePriceSlider> {
  id: string;
  prices: Prices;
}

/** A picture of where prices lie, and the most that one may be. */
export function PriceSlider({ id, prices, at, setAt, most }: PriceSliderProps) {
  const { t } = useLingui();
  const { low, high, step, bars } = prices;
  const highest = Math.max(...bars);
  const amount = dollars(most ?? "0");
  return (
    <>
      <div className={s.bars} aria-hidden="true">
        {bars.map((count, index) => (
          <i
            key={index}
            className={cx(low + (index + 1) * step <= at && s.on)}
            style={{ height: count ? `${Math.max(12, (count / highest) * 100)}%` : "2px" }}
          />
        ))}
      </div>
      <input
        type="range"
        id={id}
        className={s.slider}
        aria-label={t`Maximum monthly price`}
        aria-valuetext={most === undefined ? t`Any price` : t`Up to ${amount} a month`}
        min={low + step}
        max={high}
        step={step}
        value={at}
        onChange={(event) => setAt(Number(event.target.value))}
      />
    </>
  );
}

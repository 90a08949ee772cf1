import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { cx } from "@/lib/cx";
import { fromCents, money } from "@/lib/format";
import s from "./Choose.module.css";
import type { Prices } from "./counts";
import { dollars, useWords } from "./words";

const PAUSE_MS = 200;

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
  const { wordsOf } = useWords();
  const { low, high, step, bars } = prices;
  const told = value === undefined ? high : Math.min(high, Math.max(low + step, Math.round(Number(value))));
  const [at, setAt] = useState(told);
  const [seen, setSeen] = useState(told);
  if (seen !== told) {
    setSeen(told);
    setAt(told);
  }
  const choose = useRef(onChoose);
  useEffect(() => {
    choose.current = onChoose;
  });
  // One entry in the address for a whole drag.
  useEffect(() => {
    if (at === told) return;
    const wait = setTimeout(() => choose.current(at >= high ? "" : String(at)), PAUSE_MS);
    return () => clearTimeout(wait);
  }, [at, told, high]);
  // An address may name an amount that the scale doesn't have.
  const most = at === told ? value : at >= high ? undefined : String(at);
  const amount = dollars(most ?? "0");
  const highest = Math.max(...bars);
  const words = most === undefined ? t`Any price` : wordsOf("price", most);
  const from = money(fromCents(prices.least));
  const to = money(fromCents(prices.most));
  return (
    <fieldset className={s.set}>
      <legend>
        <Trans>Price a month</Trans>
      </legend>
      <p className={s.range}>
        <output htmlFor={id}>{most === undefined ? t`Any` : t`Up to ${amount}`}</output>
        <span>{t`${from} to ${to}`}</span>
      </p>
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
        aria-label={t`Price a month, at most`}
        aria-valuetext={words}
        min={low + step}
        max={high}
        step={step}
        value={at}
        onChange={(event) => setAt(Number(event.target.value))}
      />
      {note && <p className="xs mute">{note}</p>}
    </fieldset>
  );
}

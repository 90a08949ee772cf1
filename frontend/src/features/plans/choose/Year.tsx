import { Trans, useLingui } from "@lingui/react/macro";
import type { ListedYear } from "@/client";
import { cents, money } from "@/lib/format";
import s from "./ListedYear.module.css";

/** Twelve months with a plan: its price and the care beside it, on the scale of its section. */
export default function Year({
  year,
  without,
  scale,
}: {
  year: ListedYear;
  without: string | undefined;
  /** What the whole width stands for, in cents. */
  scale: number;
}) {
  const { t } = useLingui();
  const width = (amount: string) => `${((cents(amount) / scale) * 100).toFixed(2)}%`;
  const [price, membership, care] = [money(year.price), money(year.membership), money(year.own)];
  const total = money(year.total);
  return (
    <div className={s.year}>
      <p className={s.total}>
        <b>{total}</b>{" "}
        <span>
          <Trans>over the year</Trans>
        </span>
      </p>
      <div className={s.bar} aria-hidden="true">
        <i style={{ width: width(year.premium) }} />
        <i style={{ width: width(year.own) }} />
        {without && <u style={{ left: width(without) }} />}
      </div>
      <p className={s.parts}>
        {cents(year.membership)
          ? t`${price} price + ${membership} membership + ${care} care`
          : t`${price} price + ${care} care`}
      </p>
    </div>
  );
}

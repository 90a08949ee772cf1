import { Trans } from "@lingui/react/macro";
import type { MemberCoverage } from "@/client";
import { money } from "@/lib/format";
import s from "./InForce.module.css";

type MonthTotal = NonNullable<MemberCoverage["month"]>;
export type FeeRow = MonthTotal["fees"][number];

/** What a month costs: the fees beside the plans' prices, and all of it together. */
export function Month({ month, day }: { month: MonthTotal; day: string }) {
  const { fees, total, first } = month;
  const from = month.day;
  return (
    <dl className={s.month}>
      {fees.map((fee) => (
        <div key={`${fee.policy_number} ${fee.name}`}>
          <dt>
            {fee.name}
            <small>{fee.note}</small>
          </dt>
          <dd className="num">{money(fee.amount)}</dd>
        </div>
      ))}
      {total && (
        <div className={s.total}>
          <dt>
            <Trans>Total a month</Trans>
            {from !== day && (
              <small>
                <Trans>From {from}</Trans>
              </small>
            )}
          </dt>
          <dd className="num">{money(total)}</dd>
        </div>
      )}
      {first && (
        <div>
          <dt>
            <Trans>First month</Trans>
          </dt>
          <dd className="num">{money(first)}</dd>
        </div>
      )}
    </dl>
  );
}

/** The fees that come with one policy, with their days. */
export function PolicyFees({ fees }: { fees: FeeRow[] }) {
  return (
    <ul className={s.fees}>
      {fees.map((fee) => (
        <li key={`${fee.name} ${fee.starts_on}`}>
          <Fee fee={fee} />
          {fee.payer === "group" && (
            <small>
              <Trans>The group pays it.</Trans>
            </small>
          )}
        </li>
      ))}
    </ul>
  );
}

function Fee({ fee }: { fee: FeeRow }) {
  const { name, starts_on: first, ends_on: last } = fee;
  const amount = money(fee.amount);
  if (fee.once) {
    return (
      <Trans>
        {name}: {amount} once, with the month of {first}
      </Trans>
    );
  }
  return last ? (
    <Trans>
      {name}: {amount} a month, {first} to {last}
    </Trans>
  ) : (
    <Trans>
      {name}: {amount} a month from {first}
    </Trans>
  );
}

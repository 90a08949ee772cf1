import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { ChoiceCards } from "@/components/form/Choices";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Loading, SkeletonBar } from "@/components/ui/State";
import {
  Lines,
  Share,
  Statement,
  StatementBody,
  StatementHead,
  type StatementLine,
  StatementTotal,
  Tear,
} from "@/components/ui/Statement";
import { cents, fromCents, money } from "@/lib/format";
import { withTexts } from "@/lib/i18n";
import { useEffectiveDates } from "@/lib/shop/cart";
import { FIELD_REQUIRED } from "@/lib/shop/labels";
import type { Cart } from "@/lib/shop/types";
import { useStored } from "@/lib/storage";
import s from "./Cart.module.css";

const ConfirmDialog = lazy(withTexts("dialogs", () => import("./ConfirmDialog")));
const SavePlans = lazy(withTexts("quoted", () => import("@/components/shop/SavePlans")));
const QuoteEntry = lazy(withTexts("quote", () => import("./QuoteEntry")));

function useFeeLines(cart: Cart): StatementLine[] {
  const { t } = useLingui();
  const count = cart.result.length;
  const prices = cart.result.reduce((sum, item) => sum + (item.error ? 0 : cents(item.recurring)), 0);
  const plans: StatementLine = {
    key: "plans",
    label: t`${plural(count, { one: "# plan", other: "# plans" })}`,
    value: fromCents(prices),
  };
  // A plan's own monthly fees are in its price.
  const apart = cart.fees.filter((fee) => fee.once || !fee.plan_id);
  const fees = apart.map((fee) => ({
    key: fee.code + fee.name,
    label: fee.name,
    note: fee.note || (fee.once ? t`First month only` : undefined),
    value: fee.amount,
  }));
  return [plans, ...fees];
}

function Dates({
  dates,
  value,
  error,
  onChange,
}: {
  dates: string[];
  value: string;
  error: string | undefined;
  onChange: (date: string) => void;
}) {
  const { t } = useLingui();
  return (
    <ChoiceCards
      compact
      label={t`Effective date`}
      id="effective-date"
      name="effective_date"
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
      choices={dates.map((date, index) => ({
        value: date,
        title: <span className="num">{date}</span>,
        end: index === 0 ? t`Earliest available` : undefined,
      }))}
    />
  );
}

/** The statement of the order. The largest number is what is paid next. */
export function OrderInfo({ cart, broken }: { cart: Cart; broken: boolean }) {
  const { t, i18n } = useLingui();
  const dates = useEffectiveDates(cart.result.length > 0);
  const [picked, setPicked] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const [confirming, setConfirming] = useState(false);
  const quotable = useStored("show-quotation") !== "no" && cart.can_quote;
  const lines = useFeeLines(cart);
  const list = dates.data ?? [];
  const remembered =
    cart.effective_date && list.includes(cart.effective_date) ? cart.effective_date : undefined;
  const date = picked && list.includes(picked) ? picked : (remembered ?? list[0] ?? "");
  const year = cart.first_year_own;
  const total = cart.total ?? cart.initial_month_cost;
  const pay = cart.share?.from_pay;
  const own: StatementLine[] = pay ? [{ ...pay, value: pay.amount, grand: true }] : [];
  const pending = cents(cart.pending_month_cost ?? "0");
  const approved = money(fromCents(cents(cart.recurring_month_cost) + pending));

  const ask = () => {
    if (broken) return;
    if (!date) setError(i18n._(FIELD_REQUIRED));
    else setConfirming(true);
  };

  return (
    <aside className="stack" aria-labelledby="order-info">
      <Statement>
        <StatementHead>
          <h2 id="order-info" className={s.orderTitle}>
            <Trans>Order info</Trans>
          </h2>
        </StatementHead>
        <StatementBody>
          {dates.isPending && (
            <Loading label={t`Loading dates`} className="stack-2">
              <SkeletonBar height={46} />
              <SkeletonBar height={46} />
              <SkeletonBar height={46} />
            </Loading>
          )}
          {dates.isError && (
            <Banner
              tone="bad"
              action={
                <Button size="sm" onClick={() => void dates.refetch()}>
                  <Trans>Try again</Trans>
                </Button>
              }
            >
              <Trans>We could not load the effective dates.</Trans>
            </Banner>
          )}
          {dates.isSuccess && list.length === 0 && (
            <Banner tone="warn">
              <Trans>These plans cannot start on the same day. Remove one of them to choose a date.</Trans>
            </Banner>
          )}
          {list.length > 0 && (
            <Dates
              dates={list}
              value={date}
              error={error}
              onChange={(next) => {
                setPicked(next);
                setError(undefined);
              }}
            />
          )}
        </StatementBody>
        <Tear />
        <StatementBody className={s.feeBody}>
          <Lines lines={lines} />
        </StatementBody>
        <StatementTotal
          lines={[
            ...own,
            { key: "first", label: t`First Month Cost`, value: cart.initial_month_cost },
            { key: "recurring", label: t`Recurring Cost`, value: cart.recurring_month_cost },
            {
              key: "total",
              label: t`Total Cost`,
              value: total,
              grand: own.length === 0,
            },
          ]}
        >
          {!pay && <Share share={cart.share} />}
          {pending > 0 && (
            <p className={s.year}>
              <Trans>Once all requested amounts are approved: {approved} a month</Trans>
            </p>
          )}
          {year && (
            <p className={s.year}>
              {cart.share && !cart.share.client ? (
                <Trans>Your first 12 months: {money(year)}</Trans>
              ) : (
                <Trans>First 12 months: {money(year)}</Trans>
              )}
            </p>
          )}
          <div className={s.proceed} data-bottom-bar>
            <p className="only-m" aria-hidden="true">
              {own.length ? own[0]?.label : t`Total Cost`}
              <b className="num">{money(String(own[0]?.value ?? total))}</b>
            </p>
            <Button
              tone="primary"
              size="lg"
              block
              blocked={broken || list.length === 0}
              aria-describedby="proceed-note"
              onClick={ask}
            >
              <Trans>Proceed to Enrollment</Trans>
            </Button>
          </div>
          <p className={s.proceedNote} id="proceed-note">
            {broken ? (
              <Trans>One of your plans needs attention first.</Trans>
            ) : (
              (pay?.before ?? <Trans>Nothing is charged until you sign and submit your enrollment.</Trans>)
            )}
          </p>
        </StatementTotal>
      </Statement>
      {quotable && (
        <Suspense fallback={null}>
          <QuoteEntry />
        </Suspense>
      )}
      {!cart.can_quote && (
        <Suspense fallback={null}>
          <SavePlans cart />
        </Suspense>
      )}
      {confirming && (
        <Suspense fallback={null}>
          <ConfirmDialog date={date} cart={cart} onClose={() => setConfirming(false)} />
        </Suspense>
      )}
    </aside>
  );
}

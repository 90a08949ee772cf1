import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import type { Cart } from "@/client";
import { Icon } from "@/components/ui/Icon";
import { SkeletonBar } from "@/components/ui/State";
import {
  Lines,
  Share,
  Statement,
  StatementBody,
  StatementHead,
  StatementTotal,
} from "@/components/ui/Statement";
import { announce } from "@/lib/announce";
import { cx } from "@/lib/cx";
import { cents, fromCents, money } from "@/lib/format";
import { Link } from "@/lib/router";
import { wizardApi } from "../api";
import s from "../Enroll.module.css";
import { keys } from "../engine/wizard";

export function useCart(id: string) {
  return useQuery({
    queryKey: keys.cart(id),
    queryFn: ({ signal }) => wizardApi.cart(id, signal),
    staleTime: 10_000,
  });
}

/** Plans with their monthly fees, then the fees that stand alone: once, or for the whole cart. */
const linesOf = (cart: Cart) =>
  cart.result
    .filter((line) => line.removable || !line.plan_id || line.recurring === "0.00")
    .map((line) => ({
      label: line.plan_name,
      note: line.error?.message ?? [line.note, line.fees_text].filter(Boolean).join(". "),
      // It is in no total either.
      value: line.error ? "–" : line.removable ? line.recurring : line.price,
    }));

function oneTime(cart: Cart): string | null {
  const difference = cents(cart.initial_month_cost) - cents(cart.recurring_month_cost);
  return difference > 0 ? money(fromCents(difference)) : null;
}

interface OrderProps {
  cart: Cart;
  headingId: string;
  title?: ReactNode;
  /** Below the totals. */
  children?: ReactNode;
}

export function OrderStatement({ cart, headingId, title, children }: OrderProps) {
  const once = oneTime(cart);
  const pay = cart.share?.from_pay;
  const paid = pay ? [{ ...pay, value: pay.amount, grand: true }] : [];
  return (
    <Statement>
      <StatementHead className={s.orderHead}>
        <h2 id={headingId} className={s.orderTitle}>
          {title ?? <Trans>Order summary</Trans>}
        </h2>
        <Link className="small" to="/cart">
          <Trans>Edit cart</Trans>
        </Link>
      </StatementHead>
      <StatementBody>
        <Lines lines={linesOf(cart)} />
      </StatementBody>
      <StatementTotal
        className={s.orderFoot}
        lines={[
          ...paid,
          {
            label: <Trans>First Month Total Cost</Trans>,
            note: once && <Trans>Includes {once} enrollment fee</Trans>,
            value: cart.initial_month_cost,
            grand: paid.length === 0,
          },
          { label: <Trans>Recurring Monthly Cost</Trans>, value: cart.recurring_month_cost },
        ]}
      >
        {paid.length === 0 && <Share share={cart.share} />}
        {children}
      </StatementTotal>
    </Statement>
  );
}

/** Tells once when an answer changed what the application costs. */
function useTotalNews(cart: Cart | undefined): void {
  const { t } = useLingui();
  const lastTotal = useRef<string | null>(null);
  const total = cart?.recurring_month_cost ?? null;
  const pay = cart?.share?.from_pay;
  useEffect(() => {
    if (total === null) return;
    if (lastTotal.current !== null && lastTotal.current !== total) {
      const amount = money(total);
      announce(pay ? pay.text : t`Your monthly cost is now ${amount}.`);
    }
    lastTotal.current = total;
  }, [total, pay, t]);
}

export function OrderAside({ id }: { id: string }) {
  const { t } = useLingui();
  const { data, isPlaceholderData } = useCart(id);
  useTotalNews(data);
  return (
    <aside className={cx(s.aside, isPlaceholderData && s.stale)} aria-label={t`Order summary`}>
      {data ? (
        <>
          <OrderStatement cart={data} headingId="order-summary" />
          {data.effective_date && (
            <p className="xs mute">
              <Trans>
                Effective date <b className="num">{data.effective_date}</b>. You can change it in the cart
                until you sign.
              </Trans>
            </p>
          )}
        </>
      ) : (
        <Statement aria-hidden="true">
          <StatementBody className={s.skeleton}>
            <SkeletonBar width="60%" height={22} />
            <SkeletonBar width="100%" />
            <SkeletonBar width="100%" />
          </StatementBody>
        </Statement>
      )}
    </aside>
  );
}

/** Phones: one collapsed line that says what is charged first, and what then; or what comes from pay. A plan that can't
 * be bought any more is named there: the totals fell with it. */
export function OrderBar({ id }: { id: string }) {
  const { data } = useCart(id);
  if (!data) return <div className={cx("only-m", s.msum, s.msumWaiting)} />;
  const pay = data.share?.from_pay;
  const first = money(data.initial_month_cost);
  const then = money(data.recurring_month_cost);
  const broken = data.result.find((line) => line.error);
  return (
    <details className={cx("only-m", s.msum)}>
      <summary>
        <span className={s.first}>
          {pay ? (
            <b>{pay.line}</b>
          ) : (
            <Trans>
              First payment <b className="num">{first}</b>
            </Trans>
          )}
          <small className="num">{pay ? pay.employer_line : <Trans>then {then} a month</Trans>}</small>
          {broken && (
            <small>
              {broken.plan_name}: {broken.error?.message}
            </small>
          )}
        </span>
        <span className={s.open}>
          <Trans>Order summary</Trans>
        </span>
        <Icon name="down" />
      </summary>
      <OrderStatement cart={data} headingId="order-summary-phone" />
    </details>
  );
}

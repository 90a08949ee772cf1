import { Trans, useLingui } from "@lingui/react/macro";
import type { OpenedQuote } from "@/client";
import { ButtonLink, IconButton } from "@/components/ui/Button";
import { Icon } from "@/components/ui/Icon";
import {
  Lines,
  Price,
  Statement,
  StatementBody,
  StatementFoot,
  StatementHead,
  type StatementLine,
  Tear,
} from "@/components/ui/Statement";
import { cx } from "@/lib/cx";
import { cents, money } from "@/lib/format";
import { SaveDocument } from "./SaveDocument";
import s from "./Total.module.css";

function useLines({ plans, totals }: OpenedQuote): StatementLine[] {
  const { t } = useLingui();
  const lines: StatementLine[] = plans.map(({ plan_id, plan_name, now, quoted }) => ({
    key: String(plan_id),
    label: plan_name,
    value: now === null ? t`Not available` : now === quoted ? now : <mark>{money(now)}</mark>,
  }));
  if (cents(totals.membership) > 0) {
    lines.push({
      key: "membership",
      label: t`Association membership`,
      note: t`The same however many plans you choose`,
      value: totals.membership,
    });
  }
  return lines;
}

/** The one next step: the quote is in the cart, where dates and people are looked at last. */
function Onward({ quote, className }: { quote: OpenedQuote; className: string }) {
  return (
    <ButtonLink tone="primary" size="lg" block className={className} to={quote.href}>
      <Trans>Go to your cart</Trans>
    </ButtonLink>
  );
}

/** The quote's total, its last day, and the next step. */
export function Total({ quote, token }: { quote: OpenedQuote; token: string }) {
  const { t } = useLingui();
  const lines = useLines(quote);
  const { monthly, first_month, once, quoted_monthly } = quote.totals;
  const { expires_on, sent_on } = quote;
  const sold = cents(monthly) > 0;
  const onceShown = money(once);
  return (
    <aside className={s.total} aria-label={t`Total and next step`}>
      <Statement>
        <StatementHead>
          <h2>
            <Trans>Total</Trans>
          </h2>
          <IconButton
            icon="print"
            size="sm"
            label={t`Print`}
            className="no-print"
            onClick={() => window.print()}
          />
        </StatementHead>
        <StatementBody>
          <Lines lines={lines} />
        </StatementBody>
        <Tear />
        <StatementFoot>
          <dl>
            <div className={s.due}>
              <dt>
                <Trans>Recurring Cost</Trans>
                {quoted_monthly !== monthly && (
                  <small>
                    <Trans>was</Trans> <del>{money(quoted_monthly)}</del>
                  </small>
                )}
              </dt>
              <dd>
                <Price amount={monthly} />
              </dd>
            </div>
            <div className={s.due}>
              <dt>
                <Trans>First Month Cost</Trans>
                {cents(once) > 0 && (
                  <small>
                    <Trans>Includes {onceShown} in one-time fees</Trans>
                  </small>
                )}
              </dt>
              <dd>
                <b className="num">{money(first_month)}</b>
              </dd>
            </div>
          </dl>
          {sold && (
            <div className={cx(s.next, "no-print")}>
              <Onward quote={quote} className="only-d" />
              <p>
                <Trans>You can change plans, dates, or who is covered before you enroll.</Trans>{" "}
                <Trans>You won't be charged until you sign.</Trans>
              </p>
            </div>
          )}
        </StatementFoot>
        <p className={s.until}>
          <Icon name="calendar" />
          <span>
            <Trans>
              Valid until <b className="num">{expires_on}</b>.
            </Trans>{" "}
            {quote.moved ? (
              <Trans>Changes made by an insurer are marked.</Trans>
            ) : (
              <Trans>Prices haven't changed since {sent_on}.</Trans>
            )}
          </span>
        </p>
      </Statement>
      {quote.has_document && (
        <div className={cx(s.document, "no-print")}>
          <SaveDocument token={token} />
          {quote.moved && (
            <p className="small mute">
              <Trans>The PDF shows the prices of {sent_on}.</Trans>
            </p>
          )}
        </div>
      )}
    </aside>
  );
}

/** The thumb bar of phones. */
export function TotalBar({ quote }: { quote: OpenedQuote }) {
  const { t } = useLingui();
  const { monthly, first_month } = quote.totals;
  const first = money(first_month);
  if (cents(monthly) === 0) return null;
  return (
    <div
      className={cx(s.barBottom, "only-m no-print")}
      data-bottom-bar
      role="region"
      aria-label={t`Your price`}
    >
      <p>
        <Price amount={monthly} />
        <small className="num">
          <Trans>First month {first}</Trans>
        </small>
      </p>
      <Onward quote={quote} className={s.onward ?? ""} />
    </div>
  );
}

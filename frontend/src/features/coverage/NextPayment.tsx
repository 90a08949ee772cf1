import { Trans, useLingui } from "@lingui/react/macro";
import type { MemberCoverage, OwnPayments } from "@/client";
import { Icon } from "@/components/ui/Icon";
import { Lines, Statement, StatementBody, StatementHead, StatementTotal } from "@/components/ui/Statement";
import { parseDay } from "@/lib/dates";
import { Link } from "@/lib/router";
import s from "./NextPayment.module.css";
import { PaymentQuestions } from "./PaymentQuestions";

export type OwnPayment = OwnPayments["payments"][number];

/** The day of a payment, as on a tear-off calendar. */
function DayStub({ text }: { text: string }) {
  const { i18n } = useLingui();
  const day = parseDay(text);
  if (!day) return null;
  const month = i18n.date(new Date(day.year, day.month - 1, day.day), { month: "short" });
  return (
    <span className={s.stub} aria-hidden="true">
      <b className="num">{day.day}</b>
      {month}
    </span>
  );
}

/** Who pays how, in a sentence. */
export function HowPaid({ payment }: { payment: OwnPayment }) {
  const { account, planned, planned_from: from, method, next_on: day } = payment;
  return (
    <p className={s.way}>
      <Icon name={method === "cc" ? "card" : "bank"} />
      <span>
        {method === "cc" ? (
          <Trans>We'll charge {account}. You don't need to do anything.</Trans>
        ) : (
          <Trans>We'll draw it from {account}. You don't need to do anything.</Trans>
        )}
        {planned && day !== from && (
          <>
            {" "}
            <Trans>
              From {from}: {planned}.
            </Trans>
          </>
        )}
      </span>
    </p>
  );
}

/** What is charged next, on which day, and from what. */
export function NextPayment({ payment, links }: { payment: OwnPayment; links: boolean }) {
  const { next_on: day, next_amount: amount, first } = payment;
  const once = first ? [] : payment.lines;
  return (
    <Statement>
      <StatementHead className={s.head}>
        <h2>{first ? <Trans>First payment</Trans> : <Trans>Next payment</Trans>}</h2>
        <DayStub text={day} />
      </StatementHead>
      {once.length > 0 && (
        <StatementBody>
          <Lines lines={once.map((line) => ({ label: line.name, value: line.amount, key: line.name }))} />
        </StatementBody>
      )}
      <StatementTotal
        lines={[
          { label: first ? <Trans>By {day}</Trans> : <Trans>Due {day}</Trans>, value: amount, grand: true },
        ]}
      >
        <HowPaid payment={payment} />
        {links && <PaymentLinks />}
      </StatementTotal>
    </Statement>
  );
}

function PaymentLinks() {
  return (
    <p className={s.links}>
      <Link to="/coverage/payment">
        <Trans>Payments and receipts</Trans>
      </Link>
      <Link to="/coverage/payment#change">
        <Trans>Change how I pay</Trans>
      </Link>
    </p>
  );
}

/** What a month costs where no account is charged: the employer's bill, or nothing on record. */
function MonthlyCost({ billed, month, here }: Omit<PaymentCardProps, "own"> & { billed: string[] }) {
  const total = month?.total;
  return (
    <Statement>
      <StatementHead>
        <h2 className={s.title}>
          <Trans>What your coverage costs</Trans>
        </h2>
      </StatementHead>
      <StatementTotal
        lines={total ? [{ label: <Trans>A month, with fees</Trans>, value: total, grand: true }] : []}
      >
        {billed.length > 0 ? (
          billed.map((text) => <p key={text}>{text}</p>)
        ) : (
          <p>
            <Trans>Your payments aren't handled on this site.</Trans> <PaymentQuestions />
          </p>
        )}
        {!here && (
          <p className={s.links}>
            <Link to="/coverage/payment">
              <Trans>Payments and receipts</Trans>
            </Link>
          </p>
        )}
      </StatementTotal>
    </Statement>
  );
}

interface PaymentCardProps {
  own: OwnPayments;
  month: MemberCoverage["month"];
  /** On the page of payments, which its links lead to. */
  here?: boolean;
}

/** The payment that comes next, else what a month costs and who pays it. */
export function PaymentCard({ own, month, here = false }: PaymentCardProps) {
  const next = own.payments.find((payment) => payment.next_on);
  if (next) {
    const others = own.payments.filter((payment) => payment !== next && payment.next_on);
    return (
      <div className="stack-4">
        <NextPayment payment={next} links={!here && others.length === 0} />
        {others.map((payment, place) => (
          <NextPayment key={payment.number} payment={payment} links={!here && place === others.length - 1} />
        ))}
      </div>
    );
  }
  if (!month) return null;
  const billed = [...new Set(own.payments.map((payment) => payment.billed).filter(Boolean))];
  return <MonthlyCost billed={billed} month={month} here={here} />;
}

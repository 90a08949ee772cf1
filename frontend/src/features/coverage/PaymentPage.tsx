import { SelectOrdinal, Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation, useNavigate } from "react-router";
import type { OwnPayments } from "@/client";
import { RequireRole } from "@/components/layout/RequireRole";
import { Banner } from "@/components/ui/Banner";
import { Button, ButtonLink } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { Disclosure } from "@/components/ui/Disclosure";
import { CardSkeleton, FailedRead, Loading } from "@/components/ui/State";
import { Table } from "@/components/ui/Table";
import { HelpLink } from "@/components/work/HelpLink";
import { useOwnBenefits } from "@/components/work/members";
import { NoRecord } from "@/components/work/NoRecord";
import { useActor } from "@/lib/actor";
import { money } from "@/lib/format";
import { withTexts } from "@/lib/i18n";
import { PageHeading } from "@/lib/page";
import c from "./Coverage.module.css";
import { type OwnPayment, PaymentCard } from "./NextPayment";
import s from "./Payment.module.css";
import { PaymentQuestions } from "./PaymentQuestions";
import { Receipts } from "./Receipts";
import { useCoverage, useOwnPayments } from "./reads";

const PaymentForm = lazy(withTexts("billing", () => import("./PaymentForm")));

/** From what one enrollment is paid, and what was agreed to. */
function Way({ payment }: { payment: OwnPayment }) {
  const { account, bill_date: day, method, planned, planned_from: from, terms, billed } = payment;
  return (
    <div className={s.way}>
      {account ? (
        <p>
          <b>{account}</b>
          <small>
            {method === "cc" ? (
              <Trans>
                Charged on the <SelectOrdinal value={day} one="#st" two="#nd" few="#rd" other="#th" /> of each
                month
              </Trans>
            ) : (
              <Trans>
                Drawn on the <SelectOrdinal value={day} one="#st" two="#nd" few="#rd" other="#th" /> of each
                month
              </Trans>
            )}
          </small>
        </p>
      ) : (
        <p>{billed}</p>
      )}
      {account && billed && <p className="small">{billed}</p>}
      {planned && (
        <p>
          <b>{planned}</b>
          <small>
            <Trans>From the payment on {from}</Trans>
          </small>
        </p>
      )}
      {terms.length > 0 && (
        <Disclosure summary={<Trans>What you agreed to</Trans>}>
          <ul className={s.terms}>
            {terms.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  );
}

function HowYouPay({ own }: { own: OwnPayments }) {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [saved, setSaved] = useState("");
  const may = own.offers.length > 0;
  const editing = may && hash === "#change";
  const edit = (on: boolean) =>
    void navigate({ hash: on ? "change" : "" }, { replace: true, preventScrollReset: true });
  const close = (message = "") => {
    flushSync(() => setSaved(message));
    edit(false);
    requestAnimationFrame(() => document.getElementById(message ? "how-you-pay" : "change-payment")?.focus());
  };
  if (editing) {
    return (
      <Suspense fallback={<CardSkeleton lines={6} />}>
        <PaymentForm own={own} onClose={close} />
      </Suspense>
    );
  }
  return (
    <Panel
      titleId="how-you-pay"
      title={<Trans>How you pay</Trans>}
      aside={
        <HelpLink topic="payment">
          <Trans>Help with payments</Trans>
        </HelpLink>
      }
    >
      <div className={s.body}>
        {saved && (
          <Banner tone="ok" live="status">
            {saved}
          </Banner>
        )}
        {own.payments.map((payment) => (
          <Way key={payment.number} payment={payment} />
        ))}
        {own.payments.length === 0 && (
          <p>
            <Trans>Your payments aren't handled on this site.</Trans>
          </p>
        )}
        {may ? (
          <Button id="change-payment" onClick={() => edit(true)}>
            <Trans>Change how I pay</Trans>
          </Button>
        ) : (
          <p className="small mute">
            <PaymentQuestions />
          </p>
        )}
      </div>
    </Panel>
  );
}

/** Charges on record; bank debits stand on the bank's own statement. */
function Charges({ own }: { own: OwnPayments }) {
  const { t } = useLingui();
  const words = {
    unknown: t`Waiting for the bank`,
    pending: t`On its way`,
    done: t`Paid`,
    declined: t`Declined`,
    failed: t`Not charged`,
  };
  if (own.charges.length === 0) return null;
  return (
    <section aria-labelledby="charges">
      <h2 id="charges" className={c.title}>
        <Trans>Card payments</Trans>
      </h2>
      <Table
        caption={t`Card payments, newest first`}
        rows={own.charges.map((charge, place) => ({ ...charge, key: String(place) }))}
        rowKey={(charge) => charge.key}
        columns={[
          {
            key: "day",
            label: t`Date`,
            header: true,
            cell: (charge) => <span className="num">{charge.day}</span>,
          },
          {
            key: "state",
            label: t`Status`,
            cell: (charge) =>
              charge.kind === "refund" && charge.state === "done" ? t`Refunded` : words[charge.state],
          },
          {
            key: "amount",
            label: t`Amount`,
            right: true,
            cell: (charge) => <b className="num">{money(charge.amount)}</b>,
          },
        ]}
      />
    </section>
  );
}

function Payments({ own }: { own: OwnPayments }) {
  const { data: coverage } = useCoverage();
  const { data: benefits } = useOwnBenefits();
  const receipts = benefits?.receipts ?? [];
  return (
    <div className={c.grid}>
      <div className={c.main}>
        <HowYouPay own={own} />
        <Charges own={own} />
        {receipts.length > 0 && <Receipts receipts={receipts} />}
      </div>
      <div className={c.aside}>
        {coverage && <PaymentCard own={own} month={coverage.month} here />}
        {receipts.length === 0 && (
          <ButtonLink to="/coverage">
            <Trans>Back to My benefits</Trans>
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

/** The next payment in a sentence. */
function Lead({ own }: { own: OwnPayments }) {
  const day = own.payments.find((payment) => payment.next_on)?.next_on;
  if (!day) return null;
  return (
    <p className="lead">
      <Trans>
        Your next payment is on <b className="num">{day}</b>.
      </Trans>
    </p>
  );
}

function PaymentBody() {
  const { t } = useLingui();
  const { userId } = useActor();
  const own = useOwnPayments();
  return (
    <main id="main" className="wrap page">
      {userId === null ? (
        <NoRecord />
      ) : (
        <>
          <div className={c.top}>
            <PageHeading title={t`Payments`}>
              <Trans>Payments</Trans>
            </PageHeading>
            {own.data && <Lead own={own.data} />}
          </div>
          {own.isPending && (
            <Loading>
              <CardSkeleton lines={6} />
            </Loading>
          )}
          {own.isError && <FailedRead onRetry={() => void own.refetch()} busy={own.isFetching} />}
          {own.data && <Payments own={own.data} />}
        </>
      )}
    </main>
  );
}

const ROLE = "member";

/** How a member pays, the change of it, and receipts. */
export default function PaymentPage() {
  return (
    <RequireRole role={ROLE}>
      <PaymentBody />
    </RequireRole>
  );
}

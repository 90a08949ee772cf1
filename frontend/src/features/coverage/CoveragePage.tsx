import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import type { MemberCoverage, OwnBenefits } from "@/client";
import { RequireRole } from "@/components/layout/RequireRole";
import { Button, ButtonLink } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { Facts } from "@/components/ui/Facts";
import { CardSkeleton, Empty, FailedRead, Loading } from "@/components/ui/State";
import { useOwnBenefits } from "@/components/work/members";
import { NoRecord } from "@/components/work/NoRecord";
import { useActor } from "@/lib/actor";
import { isWithin } from "@/lib/dates";
import { money } from "@/lib/format";
import { withTexts } from "@/lib/i18n";
import { PageHeading } from "@/lib/page";
import { useDayWords, useListWords } from "@/lib/words";
import s from "./Coverage.module.css";
import { Designations, DivorceHint } from "./Designations";
import { Documents } from "./Documents";
import { History } from "./History";
import { InForce } from "./InForce";
import { LifeEvents } from "./LifeEvents";
import { PendingApprovals } from "./PendingApprovals";
import { isOver } from "./PolicyState";
import { usePaymentWords } from "./payment";
import { Renewals } from "./Renewals";
import { useCards, useCoverage, useLifeEvents } from "./reads";
import { Wallet, WalletSkeleton } from "./Wallet";

const DRAWERS = {
  receipt: lazy(() => import("./ReceiptDrawer")),
  history: lazy(withTexts("dialogs", () => import("@/components/history/HistoryDrawer"))),
};

type OwnReceipt = OwnBenefits["receipts"][number];

function Payment({ receipt, plans }: { receipt: OwnReceipt["receipt"]; plans: string }) {
  const words = usePaymentWords(receipt);
  return (
    <li className={s.plan}>
      <b>{words}</b>
      <span className="small mute">{plans}</span>
    </li>
  );
}

function ReceiptItem({ entry, onOpen }: { entry: OwnReceipt; onOpen: (what: keyof typeof DRAWERS) => void }) {
  const { t } = useLingui();
  const { receipt } = entry;
  const number = receipt.confirmation_number;
  return (
    <li className={s.plan}>
      <div className={s.head}>
        <h3>
          <Trans>Receipt #{number}</Trans>
        </h3>
        <span className="row">
          <Button size="sm" aria-label={t`Open receipt #${number}`} onClick={() => onOpen("receipt")}>
            <Trans>Open receipt</Trans>
          </Button>
          <Button
            size="sm"
            tone="quiet"
            aria-label={t`What happened, receipt #${number}`}
            onClick={() => onOpen("history")}
          >
            <Trans>What happened</Trans>
          </Button>
        </span>
      </div>
      <Facts>
        <span>{receipt.enrolled_on}</span>
        <span>{plansOf(entry)}</span>
        <Trans>{money(receipt.recurring_month_cost)} a month</Trans>
      </Facts>
    </li>
  );
}

const plansOf = ({ receipt }: OwnReceipt) =>
  receipt.lines
    .filter((line) => line.policy_number)
    .map((line) => line.name)
    .join(", ");

/** The people covered today, by first name. */
function CoveredToday({ coverage }: { coverage: MemberCoverage }) {
  const { t } = useLingui();
  const sayList = useListWords();
  const day = useDayWords()(coverage.day);
  const people = coverage.policies
    .filter((policy) => policy.state === "active")
    .flatMap((policy) => policy.people)
    .filter(({ since, until }) => isWithin(coverage.day, since, until));
  if (!people.some((person) => person.role === "subscriber")) return null;
  const others = people.filter((person) => person.role !== "subscriber");
  const names = [...new Map(others.map((person) => [person.id, person.first_name])).values()];
  const everybody = sayList([t`You`, ...names]);
  return (
    <p className="lead">
      {names.length > 0 ? (
        <Trans>
          {everybody} are covered today, {day}.
        </Trans>
      ) : (
        <Trans>You are covered today, {day}.</Trans>
      )}
    </p>
  );
}

function Benefits({ own, coverage }: { own: OwnBenefits; coverage: MemberCoverage }) {
  const [opened, setOpened] = useState<{ what: keyof typeof DRAWERS; entry: OwnReceipt } | null>(null);
  const Opened = opened && DRAWERS[opened.what];
  const paid = own.receipts.filter((entry) => entry.receipt.payment.method);
  const { policies } = coverage;
  const covered = policies.some((policy) => !isOver(policy));
  const running = policies.some((policy) => policy.state === "active" || policy.state === "accepted");
  return (
    <div className={s.whole}>
      <PendingApprovals coverage={coverage} />
      <DivorceHint coverage={coverage} />
      <Renewals />
      <div className={s.grid}>
        {covered ? (
          <Wallet />
        ) : (
          <Empty
            title={
              policies.length > 0 ? <Trans>Nobody is covered now</Trans> : <Trans>No benefits yet</Trans>
            }
            action={
              <ButtonLink size="sm" tone="primary" to="/member-home">
                <Trans>Enroll in new plans</Trans>
              </ButtonLink>
            }
          >
            <Trans>Plans you enroll in appear here with their documents and receipts.</Trans>
          </Empty>
        )}
        {(running || paid.length > 0) && (
          <div className={s.aside}>
            {running && <LifeEvents />}
            {paid.length > 0 && (
              <Panel titleId="payments" title={<Trans>How you pay</Trans>}>
                <ul className={s.plans}>
                  {paid.map((entry) => (
                    <Payment key={entry.enrollment_id} receipt={entry.receipt} plans={plansOf(entry)} />
                  ))}
                </ul>
              </Panel>
            )}
          </div>
        )}
        {policies.length > 0 && (
          <div className={s.main}>
            <InForce coverage={coverage} />
            <div className={s.two}>
              {coverage.designations.length > 0 && <Designations coverage={coverage} />}
              <Documents policies={policies} />
            </div>
          </div>
        )}
      </div>
      <History coverage={coverage} />
      {own.receipts.length > 0 && (
        <Panel titleId="receipts" title={<Trans>Receipts</Trans>}>
          <ul className={s.plans}>
            {own.receipts.map((entry) => (
              <ReceiptItem
                key={entry.enrollment_id}
                entry={entry}
                onOpen={(what) => setOpened({ what, entry })}
              />
            ))}
          </ul>
        </Panel>
      )}
      {Opened && (
        <Suspense fallback={null}>
          <Opened id={opened.entry.enrollment_id} entry={opened.entry} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </div>
  );
}

function Coverage() {
  const { t } = useLingui();
  const { userId } = useActor();
  const own = useOwnBenefits();
  const coverage = useCoverage();
  // They are only waited for: the page stands without them.
  const cards = useCards();
  const events = useLifeEvents();
  const pending = [own, coverage, cards, events].some((read) => read.isPending);
  const failed = own.isError ? own : coverage;
  if (userId === null) {
    return (
      <main id="main" className="wrap page">
        <NoRecord />
      </main>
    );
  }
  return (
    <main id="main" className="wrap page">
      <div className={s.top}>
        <PageHeading title={t`My benefits`}>
          <Trans>My benefits</Trans>
        </PageHeading>
        {!pending && coverage.data && <CoveredToday coverage={coverage.data} />}
      </div>
      {pending && !failed.isError && (
        <Loading className={s.grid}>
          <WalletSkeleton />
          <div className={s.aside}>
            <CardSkeleton lines={6} />
          </div>
        </Loading>
      )}
      {failed.isError && <FailedRead onRetry={() => void failed.refetch()} busy={failed.isFetching} />}
      {own.data && coverage.data && !pending && <Benefits own={own.data} coverage={coverage.data} />}
    </main>
  );
}

const ROLE = "member";

/** A member's benefits: coverage with its documents, payment, and receipts. */
export default function CoveragePage() {
  return (
    <RequireRole role={ROLE}>
      <Coverage />
    </RequireRole>
  );
}

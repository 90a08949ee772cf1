import { Trans, useLingui } from "@lingui/react/macro";
import { useSyncExternalStore } from "react";
import type { MemberCoverage, OwnPayments } from "@/client";
import { RequireRole } from "@/components/layout/RequireRole";
import { CardSkeleton, Empty, FailedRead, Loading } from "@/components/ui/State";
import { NoRecord } from "@/components/work/NoRecord";
import { TodayList } from "@/components/work/TodayList";
import { useActor } from "@/lib/actor";
import { isWithin } from "@/lib/dates";
import { PageHeading } from "@/lib/page";
import { useDayWords, useListWords } from "@/lib/words";
import s from "./Coverage.module.css";
import { hasOpenPolicy } from "./change";
import { Designations, DivorceHint } from "./Designations";
import { Documents } from "./Documents";
import { History } from "./History";
import { InForce } from "./InForce";
import { LifeEvents } from "./LifeEvents";
import { PaymentCard } from "./NextPayment";
import { PendingApprovals } from "./PendingApprovals";
import { isOver } from "./PolicyState";
import { Renewals } from "./Renewals";
import { useCards, useCoverage, useLifeEvents, useOwnPayments } from "./reads";
import { ShopPlans } from "./ShopPlans";
import { Wallet, WalletSkeleton } from "./Wallet";
import { YourDetails } from "./YourDetails";

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
  const everyone = sayList([t`You`, ...names]);
  return (
    <p className="lead">
      {names.length > 0 ? (
        <Trans>
          {everyone} are covered today, {day}.
        </Trans>
      ) : (
        <Trans>You are covered today, {day}.</Trans>
      )}
    </p>
  );
}

/** Beside each other where there is room; else in the order in which they matter. */
const WIDE = "(min-width: 1080px)";

function useWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(WIDE);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => matchMedia(WIDE).matches,
  );
}

function Benefits({ coverage, payments }: { coverage: MemberCoverage; payments: OwnPayments | undefined }) {
  const wide = useWide();
  const { policies } = coverage;
  const covered = policies.some((policy) => !isOver(policy));
  const running = hasOpenPolicy(coverage);
  const wallet = covered ? (
    <Wallet />
  ) : (
    <Empty
      title={policies.length > 0 ? <Trans>No one is covered now</Trans> : <Trans>No benefits yet</Trans>}
    >
      <Trans>Plans you enroll in appear here with your cards, documents, and receipts.</Trans>
    </Empty>
  );
  const payment = covered && payments && <PaymentCard own={payments} month={coverage.month} />;
  const main = policies.length > 0 && (
    <div className={s.main}>
      {running && <LifeEvents />}
      <InForce coverage={coverage} />
      <Documents policies={policies} />
    </div>
  );
  const about = (
    <div className={s.aside}>
      <YourDetails />
      {coverage.designations.length > 0 && <Designations coverage={coverage} />}
    </div>
  );
  return (
    <div className={s.whole}>
      <TodayList titleId="today" quiet />
      <PendingApprovals coverage={coverage} />
      <DivorceHint coverage={coverage} />
      <Renewals />
      {wide ? (
        <div className={s.grid}>
          <div className={s.main}>
            {wallet}
            {!covered && <ShopPlans alone />}
            {main}
          </div>
          <div className={s.aside}>
            {payment}
            {about}
          </div>
        </div>
      ) : (
        <div className={s.main}>
          {wallet}
          {!covered && <ShopPlans alone />}
          {payment}
          {main}
          {about}
        </div>
      )}
      <History coverage={coverage} />
      {covered && <ShopPlans alone={false} />}
    </div>
  );
}

function Coverage() {
  const { t } = useLingui();
  const { userId } = useActor();
  const coverage = useCoverage();
  const payments = useOwnPayments();
  // They are only waited for: the page stands without them.
  const cards = useCards();
  const events = useLifeEvents();
  const pending = [coverage, payments, cards, events].some((read) => read.isPending);
  const name = coverage.data?.first_name;
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
          {name ? <Trans>Hello, {name}</Trans> : <Trans>My benefits</Trans>}
        </PageHeading>
        {!pending && coverage.data && <CoveredToday coverage={coverage.data} />}
      </div>
      {pending && !coverage.isError && (
        <Loading className={s.grid}>
          <WalletSkeleton />
          <div className={s.aside}>
            <CardSkeleton lines={6} />
          </div>
        </Loading>
      )}
      {coverage.isError && <FailedRead onRetry={() => void coverage.refetch()} busy={coverage.isFetching} />}
      {coverage.data && !pending && <Benefits coverage={coverage.data} payments={payments.data} />}
    </main>
  );
}

const ROLE = "member";

/** Where a member starts: the cards, the next payment, changes to report, plans, and shopping last. */
export default function CoveragePage() {
  return (
    <RequireRole role={ROLE}>
      <Coverage />
    </RequireRole>
  );
}

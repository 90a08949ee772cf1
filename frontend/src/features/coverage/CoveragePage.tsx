import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import type { MemberCoverage, OwnBenefits } from "@/client";
import { Only } from "@/components/layout/Only";
import { Button, ButtonLink } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { Facts } from "@/components/ui/Facts";
import { Icon } from "@/components/ui/Icon";
import { CardBones, Empty, FailedRead, Loading } from "@/components/ui/State";
import { useOwnBenefits } from "@/components/work/members";
import { NoRecord } from "@/components/work/NoRecord";
import { useActor } from "@/lib/actor";
import { isWithin } from "@/lib/dates";
import { money } from "@/lib/format";
import { withTexts } from "@/lib/i18n";
import { PageHeading } from "@/lib/page";
import { useDayWords, useListWords } from "@/lib/words";
import { Changes } from "./Changes";
import s from "./Coverage.module.css";
import { Held } from "./Held";
import { isOver, PlanItem } from "./PlanItem";
import { usePaymentWords } from "./payment";
import { Renewals } from "./Renewals";
import { type PolicySummary, useCoverage } from "./reads";
import { Wallet } from "./Wallet";

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

function Designations({ coverage }: { coverage: MemberCoverage }) {
  return (
    <Panel titleId="designations" title={<Trans>Beneficiaries</Trans>}>
      <ul className={s.plans}>
        {coverage.designations.map((row) => (
          <li key={row.policy_number} className={s.plan}>
            <b>{row.plan}</b>
            <Facts>
              {row.people.map((person) => (
                <span key={person.name + person.share}>
                  {person.name || person.relationship}, {person.share}%
                </span>
              ))}
              <Trans>Since {row.since}</Trans>
            </Facts>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Plans that cover somebody, or will; those that are over stand folded below. */
function Plans({ policies }: { policies: PolicySummary[] }) {
  const { t } = useLingui();
  const over = policies.filter(isOver);
  const open = policies.filter((policy) => !isOver(policy));
  return (
    <Panel titleId="plans" title={<Trans>Your coverage</Trans>}>
      {open.length > 0 && (
        <ul className={s.plans}>
          {open.map((policy) => (
            <PlanItem key={policy.number} policy={policy} />
          ))}
        </ul>
      )}
      {over.length > 0 && (
        <details className={s.over} open={open.length === 0}>
          <summary>
            {t`${plural(over.length, { one: "# plan that is over", other: "# plans that are over" })}`}
            <Icon name="down" size="sm" />
          </summary>
          <ul className={s.plans}>
            {over.map((policy) => (
              <PlanItem key={policy.number} policy={policy} />
            ))}
          </ul>
        </details>
      )}
    </Panel>
  );
}

/** Who is covered today, by first name. */
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
  if (coverage.policies.length === 0 && own.receipts.length === 0) {
    return (
      <Empty
        title={<Trans>No benefits yet</Trans>}
        action={
          <ButtonLink size="sm" to="/member-home">
            <Trans>Enroll in new plans</Trans>
          </ButtonLink>
        }
      >
        <Trans>Plans you enroll in appear here with their documents and receipts.</Trans>
      </Empty>
    );
  }
  return (
    <div className="stack-6">
      <Held coverage={coverage} />
      <Renewals />
      <Wallet />
      <Plans policies={coverage.policies} />
      {coverage.designations.length > 0 && <Designations coverage={coverage} />}
      {coverage.changes.length > 0 && (
        <Panel titleId="changes" title={<Trans>Last changes</Trans>}>
          <Changes changes={coverage.changes} />
        </Panel>
      )}
      {paid.length > 0 && (
        <Panel titleId="payments" title={<Trans>How you pay</Trans>}>
          <ul className={s.plans}>
            {paid.map((entry) => (
              <Payment key={entry.enrollment_id} receipt={entry.receipt} plans={plansOf(entry)} />
            ))}
          </ul>
        </Panel>
      )}
      <Panel titleId="receipts" title={<Trans>Receipts</Trans>}>
        {own.receipts.length === 0 ? (
          <p className={s.empty}>
            <Trans>Receipts of what you enroll in here appear after you sign.</Trans>
          </p>
        ) : (
          <ul className={s.plans}>
            {own.receipts.map((entry) => (
              <ReceiptItem
                key={entry.enrollment_id}
                entry={entry}
                onOpen={(what) => setOpened({ what, entry })}
              />
            ))}
          </ul>
        )}
      </Panel>
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
  const failed = own.isError ? own : coverage;
  const running = coverage.data?.policies.some((row) => row.state === "active" || row.state === "accepted");
  if (userId === null) {
    return (
      <main id="main" className="wrap page">
        <NoRecord />
      </main>
    );
  }
  return (
    <main id="main" className="wrap page">
      <div className="page-head">
        <div>
          <PageHeading title={t`My benefits`}>
            <Trans>My benefits</Trans>
          </PageHeading>
          {coverage.data && <CoveredToday coverage={coverage.data} />}
        </div>
        {running && (
          <ButtonLink tone="primary" to="/coverage/change">
            <Trans>Something changed</Trans>
          </ButtonLink>
        )}
      </div>
      {(own.isPending || coverage.isPending) && (
        <Loading>
          <CardBones lines={6} />
        </Loading>
      )}
      {failed.isError && <FailedRead onRetry={() => void failed.refetch()} busy={failed.isFetching} />}
      {own.data && coverage.data && <Benefits own={own.data} coverage={coverage.data} />}
    </main>
  );
}

const ROLE = "member";

/** What a member has: coverage with its documents, how it is paid, and receipts. */
export default function CoveragePage() {
  return (
    <Only role={ROLE}>
      <Coverage />
    </Only>
  );
}

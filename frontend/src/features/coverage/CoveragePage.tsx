import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import type { OwnBenefits } from "@/client";
import { Only } from "@/components/layout/Only";
import { Badge } from "@/components/ui/Badge";
import { Button, ButtonLink } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { Facts } from "@/components/ui/Facts";
import { Icon } from "@/components/ui/Icon";
import { CardBones, Empty, FailedRead, Loading } from "@/components/ui/State";
import { useOwnBenefits } from "@/components/work/members";
import { NoRecord } from "@/components/work/NoRecord";
import { useActor } from "@/lib/actor";
import { money } from "@/lib/format";
import { withTexts } from "@/lib/i18n";
import { PageHeading } from "@/lib/page";
import s from "./Coverage.module.css";
import { usePaymentWords } from "./payment";

const DRAWERS = {
  receipt: lazy(() => import("./ReceiptDrawer")),
  history: lazy(withTexts("dialogs", () => import("@/components/history/HistoryDrawer"))),
};

type OwnPlan = OwnBenefits["plans"][number];
type OwnReceipt = OwnBenefits["receipts"][number];

const TONES = { pending: "warn", accepted: "ok", active: "ok", ended: "bad" } as const;

function PlanItem({ plan }: { plan: OwnPlan }) {
  const { t } = useLingui();
  const words = {
    pending: t`Pending underwriting`,
    accepted: t`Accepted`,
    active: t`Active`,
    ended: t`Ended`,
  };
  return (
    <li className={s.plan}>
      <div className={s.head}>
        <h3>{plan.name}</h3>
        <Badge tone={TONES[plan.status]}>{words[plan.status]}</Badge>
      </div>
      <Facts>
        {plan.policy_number && <Trans>Policy {plan.policy_number}</Trans>}
        <Trans>Effective {plan.starts_on}</Trans>
        {plan.ends_on && <Trans>Until {plan.ends_on}</Trans>}
      </Facts>
      {plan.documents.length > 0 && (
        <ul className={s.links} aria-label={t`Documents of ${plan.name}`}>
          {plan.documents.map((entry) => (
            <li key={entry.url}>
              <a href={entry.url} target="_blank" rel="noreferrer">
                <Icon name="document" size="sm" />
                {entry.title}
              </a>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

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

function Benefits({ own }: { own: OwnBenefits }) {
  const [opened, setOpened] = useState<{ what: keyof typeof DRAWERS; entry: OwnReceipt } | null>(null);
  const Opened = opened && DRAWERS[opened.what];
  const paid = own.receipts.filter((entry) => entry.receipt.payment.method);
  if (own.plans.length === 0 && own.receipts.length === 0) {
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
      <Panel titleId="plans" title={<Trans>Your coverage</Trans>}>
        <ul className={s.plans}>
          {own.plans.map((plan) => (
            <PlanItem key={`${plan.policy_number}-${plan.plan_id}-${plan.starts_on}`} plan={plan} />
          ))}
        </ul>
      </Panel>
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
        <PageHeading title={t`My benefits`}>
          <Trans>My benefits</Trans>
        </PageHeading>
      </div>
      {own.isPending && (
        <Loading>
          <CardBones lines={6} />
        </Loading>
      )}
      {own.isError && <FailedRead onRetry={() => void own.refetch()} busy={own.isFetching} />}
      {own.data && <Benefits own={own.data} />}
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

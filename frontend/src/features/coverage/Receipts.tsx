import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import type { OwnBenefits } from "@/client";
import { Button } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { Facts } from "@/components/ui/Facts";
import { money } from "@/lib/format";
import { withTexts } from "@/lib/i18n";
import s from "./Coverage.module.css";

const DRAWERS = {
  receipt: lazy(() => import("./ReceiptDrawer")),
  history: lazy(withTexts("dialogs", () => import("@/components/history/HistoryDrawer"))),
};

type OwnReceipt = OwnBenefits["receipts"][number];

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
            aria-label={t`History of receipt #${number}`}
            onClick={() => onOpen("history")}
          >
            <Trans>History</Trans>
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

/** What was bought with each enrollment, and how it went. */
export function Receipts({ receipts }: { receipts: OwnReceipt[] }) {
  const [opened, setOpened] = useState<{ what: keyof typeof DRAWERS; entry: OwnReceipt } | null>(null);
  const Opened = opened && DRAWERS[opened.what];
  return (
    <Panel titleId="receipts" title={<Trans>Receipts</Trans>}>
      <ul className={s.plans}>
        {receipts.map((entry) => (
          <ReceiptItem
            key={entry.enrollment_id}
            entry={entry}
            onOpen={(what) => setOpened({ what, entry })}
          />
        ))}
      </ul>
      {Opened && (
        <Suspense fallback={null}>
          <Opened id={opened.entry.enrollment_id} entry={opened.entry} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </Panel>
  );
}

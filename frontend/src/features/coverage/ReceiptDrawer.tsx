import { Trans } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import type { OwnBenefits } from "@/client";
import { Banner } from "@/components/ui/Banner";
import { Drawer } from "@/components/ui/Drawer";
import { Lines } from "@/components/ui/Statement";
import { withTexts } from "@/lib/i18n";
import { usePaymentWords } from "./payment";

const SaveSigned = lazy(withTexts("dialogs", () => import("@/components/documents/SaveSigned")));

type OwnReceipt = OwnBenefits["receipts"][number];

/** One receipt as it was told after the enrollment. */
export default function ReceiptDrawer({ entry, onClose }: { entry: OwnReceipt; onClose: () => void }) {
  const { receipt } = entry;
  const payment = usePaymentWords(receipt);
  const pay = receipt.share?.from_pay;
  return (
    <Drawer
      title={<Trans>Receipt #{receipt.confirmation_number}</Trans>}
      subtitle={
        <Trans>
          Enrolled on {receipt.enrolled_on}, effective {receipt.effective_date}. Covered: {receipt.covered}
        </Trans>
      }
      onClose={onClose}
    >
      <Lines
        lines={receipt.lines.map((line, index) => ({
          key: `${line.name}-${index}`,
          label: line.name,
          note: line.note,
          value: line.price === "0.00" && line.one_time !== "0.00" ? line.one_time : line.price,
        }))}
      />
      <Lines
        total
        lines={[
          ...(pay ? [{ ...pay, value: pay.amount, grand: true }] : []),
          { label: <Trans>First Month Cost</Trans>, value: receipt.initial_month_cost },
          { label: <Trans>Recurring Cost</Trans>, value: receipt.recurring_month_cost },
        ]}
      />
      {payment && <p className="small">{payment}</p>}
      <Suspense fallback={null}>
        <SaveSigned id={entry.enrollment_id} size="sm" />
      </Suspense>
      {receipt.pending.map((entry) => (
        <Banner key={entry.plan} title={entry.plan}>
          {entry.text}
        </Banner>
      ))}
    </Drawer>
  );
}

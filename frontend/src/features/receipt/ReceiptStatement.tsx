import { Trans, useLingui } from "@lingui/react/macro";
import type { Receipt as ReceiptFacts } from "@/client";
import { IconButton } from "@/components/ui/Button";
import {
  Lines,
  Statement,
  StatementBody,
  StatementHead,
  StatementTotal,
  Tear,
} from "@/components/ui/Statement";
import { contact } from "@/lib/bootstrap";
import { cx } from "@/lib/cx";
import { cents } from "@/lib/format";
import s from "./Receipt.module.css";

/** Of several lines where they are long, which amounts never are. */
const words = (text: string) => <span className={s.words}>{text}</span>;

function Account({ receipt }: { receipt: ReceiptFacts }) {
  const { i18n } = useLingui();
  const { phone, hours } = contact(i18n.locale);
  const help = [phone, hours].filter(Boolean).join(", ");
  return (
    <p className={cx("xs mute", s.fine)}>
      {receipt.payment.text} {help && <Trans>Questions? {help}.</Trans>}
    </p>
  );
}

/** The plans bought, for whom and at which price. */
export function ReceiptStatement({ receipt }: { receipt: ReceiptFacts }) {
  const { t } = useLingui();
  const number = receipt.confirmation_number || receipt.policy_id;
  const pay = receipt.share?.from_pay;
  const paid = pay ? [{ ...pay, value: pay.amount, grand: true }] : [];
  return (
    <Statement role="region" aria-labelledby="receipt-statement" className={s.statement}>
      <StatementHead>
        <div>
          <h2 id="receipt-statement" className={s.title}>
            <Trans>Enrollment receipt</Trans>
          </h2>
          <p className="small mute num">
            <Trans>Confirmation #{number}</Trans>
          </p>
        </div>
        <IconButton
          icon="print"
          size="sm"
          className="no-print"
          label={t`Print receipt`}
          onClick={() => window.print()}
        />
      </StatementHead>
      <StatementBody>
        <Lines
          lines={[
            { label: <Trans>Member</Trans>, value: words(receipt.member_name) },
            { label: <Trans>Covered</Trans>, value: words(receipt.covered) },
            { label: <Trans>Effective date</Trans>, value: receipt.effective_date },
            { label: <Trans>Signed by</Trans>, value: words(receipt.signed_by) },
          ]}
        />
      </StatementBody>
      <Tear />
      <StatementBody>
        <Lines
          lines={receipt.lines.map((line, index) => ({
            key: `${line.name}-${index}`,
            label: line.name,
            note: [line.note, line.share?.text].filter(Boolean).join(" "),
            value: cents(line.price) === 0 && line.one_time ? line.one_time : line.price,
          }))}
        />
      </StatementBody>
      <div className={s.stub}>
        <StatementTotal
          lines={[
            ...paid,
            {
              label: <Trans>First Month Cost</Trans>,
              value: receipt.initial_month_cost,
              grand: paid.length === 0,
            },
            { label: <Trans>Then each month</Trans>, value: receipt.recurring_month_cost },
          ]}
        >
          <Account receipt={receipt} />
        </StatementTotal>
      </div>
    </Statement>
  );
}

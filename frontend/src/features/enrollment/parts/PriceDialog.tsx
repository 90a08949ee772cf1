import { Trans } from "@lingui/react/macro";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { Lines } from "@/components/ui/Statement";
import { money } from "@/lib/format";
import s from "../Enroll.module.css";
import type { PriceChange } from "../engine/conflict";

const OldAndNew = ({ old, now }: { old: string; now: string }) => (
  <>
    <s>
      <span className="sr">
        <Trans>was</Trans>{" "}
      </span>
      {money(old)}
    </s>
    {money(now)}
  </>
);

/** An answer changes the price: old and new side by side, and the visitor's decision. */
export default function PriceDialog({
  change,
  onAnswer,
}: {
  change: PriceChange;
  onAnswer: (accept: boolean) => void;
}) {
  const lines = change.lines.map((line) => ({
    key: line.plan_name,
    label: line.plan_name,
    note: line.message,
    value: line.new ? <OldAndNew old={line.old} now={line.new} /> : <s>{money(line.old)}</s>,
  }));
  const sellable = change.lines.every((line) => line.new);
  return (
    <Dialog
      title={<Trans>Your price changes</Trans>}
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>
            <Trans>Back</Trans>
          </Button>
          {sellable && (
            <Button tone="primary" onClick={() => onAnswer(true)} data-autofocus>
              <Trans>Continue with the new price</Trans>
            </Button>
          )}
        </>
      }
    >
      <p>
        <Trans>
          With this answer your plans cost a different amount. Nothing is charged until you finish.
        </Trans>
      </p>
      <div className={s.prices}>
        <Lines lines={lines} />
        <Lines
          total
          lines={[
            {
              label: <Trans>Recurring Monthly Cost</Trans>,
              value: <OldAndNew old={change.old_total} now={change.new_total} />,
              grand: true,
            },
          ]}
        />
      </div>
    </Dialog>
  );
}

import { Trans } from "@lingui/react/macro";
import { useNavigate } from "react-router";
import PriceChangeDialog from "@/components/shop/PriceChangeDialog";
import type { PriceChange } from "@/lib/shop/price-change";
import { useStep } from "../engine/wizard";

/** An answer, or new rates on the last step, change the price: old and new line by line, and the visitor's decision. */
export default function PriceDialog({
  change,
  onAnswer,
}: {
  change: PriceChange;
  onAnswer: (accept: boolean) => void;
}) {
  const navigate = useNavigate();
  const { number, total } = useStep().position;
  const last = number === total;
  return (
    <PriceChangeDialog
      change={change}
      message={
        last ? (
          <Trans>Prices have changed since you chose your plans. Nothing is charged until you accept.</Trans>
        ) : (
          <Trans>
            With this answer your plans cost a different amount. Nothing is charged until you finish.
          </Trans>
        )
      }
      keepLabel={last ? undefined : <Trans>Back</Trans>}
      acceptLabel={last ? undefined : <Trans>Continue with the new price</Trans>}
      onAccept={() => onAnswer(true)}
      onKeep={() => {
        onAnswer(false);
        if (last) void navigate("/cart");
      }}
    />
  );
}

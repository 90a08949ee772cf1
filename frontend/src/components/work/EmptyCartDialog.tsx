import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import { useCart } from "@/lib/shop/cart";
import { useCartCount } from "@/lib/shop/context";
import dialogs from "../shop/Dialogs.module.css";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";

interface EmptyCartDialogProps {
  onStart: () => void;
  onKeep: () => void;
}

/** Asked before a new enrollment lets the plans of the running one go. */
export default function EmptyCartDialog({ onStart, onKeep }: EmptyCartDialogProps) {
  const { t, i18n } = useLingui();
  const cart = useCart();
  const count = useCartCount();
  const names = (cart.data?.result ?? []).map((item) => item.plan_name);
  const isEmpty = cart.isSuccess && !cart.isFetching && names.length === 0;
  // The plans went in another tab, or the quote has run out: there is nothing to lose.
  useEffect(() => {
    if (isEmpty) onStart();
  }, [isEmpty, onStart]);
  const held =
    names.length > 0
      ? new Intl.ListFormat(i18n.locale).format(names)
      : t`${plural(count, { one: "# plan", other: "# plans" })}`;
  return (
    <Dialog
      title={<Trans>Start with an empty cart?</Trans>}
      onClose={onKeep}
      footer={
        <>
          <Button onClick={onKeep}>
            <Trans>Keep my cart</Trans>
          </Button>
          <Button tone="danger-solid" onClick={onStart}>
            <Trans>Start new enrollment</Trans>
          </Button>
        </>
      }
    >
      <p className={dialogs.why}>
        <Trans>In your cart: {held}. A new enrollment empties the cart.</Trans>
      </p>
    </Dialog>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { announce } from "@/lib/announce";
import { ApiError } from "@/lib/api";
import { focusQuietly } from "@/lib/page";
import { useRemoveFromCart } from "@/lib/shop/cart";
import type { CartItem } from "@/lib/shop/types";
import s from "./Cart.module.css";

interface RemoveDialogProps {
  item: CartItem;
  /** Names of plans that cannot stay without it. */
  others: string[];
  onClose: () => void;
}

export default function RemoveDialog({ item, others, onClose }: RemoveDialogProps) {
  const { t, i18n } = useLingui();
  const remove = useRemoveFromCart();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const name = item.plan_name;
  const together = new Intl.ListFormat(i18n.locale).format([name, ...others]);
  const confirm = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await remove(item);
      announce(
        others.length > 0
          ? t`${together} were removed from your cart.`
          : t`${name} was removed from your cart.`,
      );
      onClose();
      // The page behind a modal dialog takes no focus, and the opener went with the plan: wait until it is closed.
      requestAnimationFrame(() => focusQuietly(document.querySelector("h1")));
    } catch (error) {
      setProblem(
        (error instanceof ApiError && error.message) || t`We could not remove the plan. Please try again.`,
      );
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={<Trans>Do you really want to remove?</Trans>}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Keep it</Trans>
          </Button>
          <Button tone="danger-solid" busy={busy} busyText={t`Removing`} onClick={() => void confirm()}>
            <Trans>Remove</Trans>
          </Button>
        </>
      }
    >
      <p className={s.confirmText}>
        {others.length > 0 ? (
          <Trans>
            {together} go together, so they'll be removed from your cart together. You can add them again.
          </Trans>
        ) : (
          <Trans>{name} will be removed from your cart. You can add it again.</Trans>
        )}
      </p>
      {problem && (
        <Banner tone="bad" live="alert">
          {problem}
        </Banner>
      )}
    </Dialog>
  );
}

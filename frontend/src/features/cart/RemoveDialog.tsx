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

export default function RemoveDialog({ item, onClose }: { item: CartItem; onClose: () => void }) {
  const { t } = useLingui();
  const remove = useRemoveFromCart();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const name = item.plan_name;
  const confirm = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await remove(item);
      announce(t`${name} was removed from your cart.`);
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
        <Trans>{name} leaves your cart. You can add it again.</Trans>
      </p>
      {problem && (
        <Banner tone="bad" live="alert">
          {problem}
        </Banner>
      )}
    </Dialog>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { useLayoutEffect, useRef } from "react";
import { Button, ButtonLink, type ButtonLook } from "@/components/ui/Button";
import { focusInstead, placeOf } from "@/lib/page";

interface CartButtonProps extends Pick<ButtonLook, "tone" | "size" | "block"> {
  inCart: boolean;
  /** Tells the button apart from the same one of other plans; without it there is only one. */
  name?: string;
  busy: boolean;
  /** Id of the reason why the plan can't be added now. */
  blockedBy?: string | undefined;
  onAdd: () => void;
}

const For = ({ name }: { name: string | undefined }) => name && <span className="sr">: {name}</span>;

/** Add to Cart, and once the plan is there, a link to it in the same place: whoever pressed keeps the focus there. */
export function CartButton({ inCart, name, busy, blockedBy, onAdd, ...shape }: CartButtonProps) {
  const { t } = useLingui();
  const link = useRef<HTMLAnchorElement>(null);
  const pressed = useRef(false);
  useLayoutEffect(() => {
    if (!inCart || !pressed.current) return;
    pressed.current = false;
    focusInstead(placeOf(link.current), link.current);
  }, [inCart]);
  if (inCart) {
    return (
      <ButtonLink ref={link} {...shape} tone="state" icon="check" to="/cart">
        <Trans>In cart</Trans>
        <For name={name} />
      </ButtonLink>
    );
  }
  return (
    <Button
      {...shape}
      busy={busy}
      busyText={t`Adding`}
      blocked={Boolean(blockedBy)}
      aria-describedby={blockedBy}
      onClick={() => {
        pressed.current = true;
        onAdd();
      }}
    >
      <Trans>Add to Cart</Trans>
      <For name={name} />
    </Button>
  );
}

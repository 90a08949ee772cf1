import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import type { LineChange } from "@/client";
import { ButtonLink, IconButton } from "@/components/ui/Button";
import { announce } from "@/lib/announce";
import { money } from "@/lib/format";
import { movedLines } from "@/lib/shop/moved";
import s from "./CartMoved.module.css";

/** The change of a plan, in words. A lost price has the server's reason. */
function useWords(): (line: LineChange) => string {
  const { t } = useLingui();
  return (line) => {
    if (line.new === null) return line.message ?? "";
    const before = money(line.old);
    const now = money(line.new);
    return t`${before} before, now ${now} a month.`;
  };
}

/** An answer changed what is in the cart: which plans, and by how much. Stays until it is closed; stops nobody. */
export default function CartMoved({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const words = useWords();
  const lines = movedLines();
  const count = lines.length;
  const title = t`${plural(count, {
    one: "Your answers changed a plan in your cart",
    other: "Your answers changed # plans in your cart",
  })}`;
  const announcement = [title, ...lines.map((line) => `${line.plan_name}: ${words(line)}`)].join(". ");
  useEffect(() => announce(announcement), [announcement]);
  return (
    <aside className={s.notice} aria-labelledby="cart-moved">
      <header>
        <h2 id="cart-moved">{title}</h2>
        <IconButton icon="close" iconSize="sm" label={t`Dismiss`} onClick={onClose} />
      </header>
      <ul>
        {lines.map((line) => (
          <li key={line.plan_id}>
            <b>{line.plan_name}</b>
            <span>{words(line)}</span>
          </li>
        ))}
      </ul>
      <ButtonLink to="/cart" size="sm" onClick={onClose}>
        <Trans>View cart</Trans>
      </ButtonLink>
    </aside>
  );
}

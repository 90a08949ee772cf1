import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { LinkButton } from "@/components/ui/Button";
import type { YearCost } from "./useYear";
import s from "./Year.module.css";

/** As many as an application takes. */
const MOST = 9;

/** The year with one child more or less, and back to the children of the search. */
export function YearChildren({
  answer: { children, own_children },
  onChange,
}: {
  answer: YearCost;
  onChange: (children: number | null) => void;
}) {
  const { t } = useLingui();
  const box = useRef<HTMLParagraphElement>(null);
  // What was pressed may have no more to offer, and goes: the focus stays here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each count is drawn anew
  useEffect(() => {
    if (pressed.current && document.activeElement === document.body)
      box.current?.querySelector("button")?.focus();
  }, [children]);
  const pressed = useRef(false);
  if (children === null || own_children === null) return null;
  const goTo = (count: number) => {
    pressed.current = true;
    onChange(count === own_children ? null : count);
  };
  return (
    <p className={s.children} ref={box}>
      <span>{t`${plural(children, { one: "With # child.", other: "With # children." })}`}</span>
      {children > 1 && (
        <LinkButton onClick={() => goTo(children - 1)}>
          <Trans>Remove a child</Trans>
        </LinkButton>
      )}
      {children < MOST && (
        <LinkButton onClick={() => goTo(children + 1)}>
          <Trans>Add a child</Trans>
        </LinkButton>
      )}
      {children !== own_children && (
        <LinkButton onClick={() => goTo(own_children)}>
          <Trans>As in your search</Trans>
        </LinkButton>
      )}
    </p>
  );
}

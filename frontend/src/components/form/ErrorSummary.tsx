import { Plural } from "@lingui/react/macro";
import { type ReactNode, useEffect, useRef } from "react";
import { focusQuietly, useErrorTitle } from "@/lib/page";
import { Icon } from "../ui/Icon";
import s from "./ErrorSummary.module.css";

export interface SummaryItem {
  /** The control's id; without one the message stands alone. */
  id?: string | undefined;
  label?: ReactNode;
  message: string;
}

function goTo(id: string): void {
  const target = document.getElementById(id);
  if (!target) return;
  const control = target.matches("fieldset")
    ? target.querySelector<HTMLElement>("input, select, textarea")
    : target;
  const focus = control ?? target;
  focus.focus();
  focus.scrollIntoView({ block: "center" });
}

/**
 * What stopped a submit, on top of the form. It takes the focus each time `attempt` changes, so count submits and
 * pass the number. The page's title says "Error:"
 * as long as it is there.
 */
export function ErrorSummary({ items, attempt }: { items: SummaryItem[]; attempt: number }) {
  const ref = useRef<HTMLDivElement>(null);
  const count = items.length;
  useErrorTitle(count > 0);
  useEffect(() => {
    if (attempt > 0 && count > 0) {
      focusQuietly(ref.current);
      ref.current?.scrollIntoView({ block: "center" });
    }
  }, [attempt, count]);
  if (count === 0) return null;
  return (
    <div ref={ref} className={s.errorSummary} role="alert" tabIndex={-1}>
      <h2>
        <Icon name="alert" />
        <Plural value={count} one="There is # problem to fix" other="There are # problems to fix" />
      </h2>
      <ul>
        {items.map((item, index) => (
          <li key={`${item.id}-${index}`}>
            {item.id ? (
              <a
                href={`#${item.id}`}
                onClick={(event) => {
                  event.preventDefault();
                  goTo(item.id ?? "");
                }}
              >
                {item.label ? (
                  <>
                    {item.label}: {item.message}
                  </>
                ) : (
                  item.message
                )}
              </a>
            ) : (
              item.message
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

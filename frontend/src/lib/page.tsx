import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { bootstrap } from "./bootstrap";

const FAILED = "Error: ";

/** Page, whose landing page it is, brand; the server writes the same into the HTML. */
export function documentTitle(title: string, error = false): string {
  const { brand, landing } = bootstrap;
  const parts = new Set([title, landing?.display_name, brand.name].filter(Boolean));
  return `${error ? FAILED : ""}${[...parts].join(" – ")}`;
}

/** Names the page in the tab. Pass `error` after a failed submit so that the title says so. */
export function usePageTitle(title: string, error = false): void {
  useEffect(() => {
    document.title = documentTitle(title, error);
  }, [title, error]);
}

/** While something on the page stopped a submit its title says so, whichever heading named it. */
export function useErrorTitle(failed: boolean): void {
  useEffect(() => {
    if (!failed || document.title.startsWith(FAILED)) return;
    document.title = FAILED + document.title;
    return () => {
      document.title = document.title.replace(FAILED, "");
    };
  }, [failed]);
}

let firstKey: string | null = null;

/** Navigation state of a change on the page itself, such as a filter: the focus stays on what was pressed. */
export const STAY = { stay: true };

/**
 * The one h1 of a view. After a navigation it takes the focus, so that screen readers announce the new view;
 * on the first load the browser's own start position is kept.
 */
export function PageHeading({
  children,
  title,
  className,
  error,
}: {
  children: ReactNode;
  title: string;
  className?: string | undefined;
  error?: boolean;
}) {
  const ref = useRef<HTMLHeadingElement>(null);
  const { key, state } = useLocation();
  const hasShown = useRef(false);
  usePageTitle(title, error);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state belongs to the key
  useEffect(() => {
    firstKey ??= key;
    const stays = hasShown.current && state?.stay;
    hasShown.current = true;
    if (firstKey !== key && !stays) focusQuietly(ref.current);
  }, [key]);
  return (
    <h1 ref={ref} className={className} tabIndex={-1}>
      {children}
    </h1>
  );
}

/** Scrolls to the place that the page's address names, also when a lazy part of the page brings it. */
export function useHashPlace(): void {
  const place = useLocation().hash.slice(1);
  useEffect(() => {
    if (!place) return;
    let frames = WATCHED_FRAMES * 3;
    let frame = 0;
    const look = () => {
      const target = document.getElementById(place);
      if (target) target.scrollIntoView({ block: "center" });
      else if (frames--) frame = requestAnimationFrame(look);
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [place]);
}

/** Selects the first element of a row or cell of a list. */
export const placeOf = (element: Element | null): Element | null => element?.closest("article, td") ?? null;

/** About a second. */
const WATCHED_FRAMES = 60;

/**
 * What had the focus goes: it moves back to `wanted`, else to a link of the same row, which stays, else to the page's
 * heading. Watched for a second, or until something else takes the focus: a list may be drawn again in several steps,
 * and a row that moves to its new place loses the focus each time.
 */
export function focusInstead(place: Element | null, target: HTMLElement | null = null): void {
  let frames = WATCHED_FRAMES;
  let focused: HTMLElement | null = target;
  const focusHeading = () => {
    const active = document.activeElement;
    if (active === document.body) {
      const link = place?.isConnected ? place.querySelector<HTMLElement>("a[href]") : null;
      focused = target?.isConnected ? target : (link ?? document.querySelector("h1"));
      focusQuietly(focused);
    } else if (active !== focused) return;
    if (frames--) requestAnimationFrame(focusHeading);
  };
  setTimeout(focusHeading);
}

/** Focuses something that is no control, without a scroll jump of its own. */
export function focusQuietly(element: HTMLElement | null): void {
  if (!element) return;
  if (element.tabIndex < 0 && !element.hasAttribute("tabindex")) element.setAttribute("tabindex", "-1");
  element.focus({ preventScroll: true });
}

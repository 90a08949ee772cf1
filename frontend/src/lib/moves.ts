import { startTransition } from "react";
import { flushSync } from "react-dom";

/** What has to be there for a move may take so long; then the page changes without. */
const PATIENCE_MS = 150;

let pending: Promise<unknown> | null = null;
let afterwards: (() => void) | undefined;
let beforeEach = () => {};

/** `ask` is called before each change of the address is drawn, where it may ask for a move. */
export function beforeChanges(ask: () => void): void {
  beforeEach = ask;
}

/**
 * The next change of the address moves what has a `view-transition-name` then and afterwards, once `ready` is there;
 * `drawn` is called before that is looked at.
 * Nothing moves where motion is unwanted or the browser knows no view transitions. Names are given to a few parts at a
 * press and taken off with the next one: a list of hundreds of rows would be slow with them.
 */
export function moveNext(
  parts: [part: HTMLElement | null, name: string][],
  ready?: Promise<unknown>,
  drawn?: () => void,
): void {
  afterwards = drawn;
  for (const part of document.querySelectorAll<HTMLElement>("[style*=view-transition-name]"))
    part.style.viewTransitionName = "";
  for (const [part, name] of parts) if (part) part.style.viewTransitionName = name;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  pending = "startViewTransition" in document && !still ? Promise.resolve(ready) : null;
}

/** Draws a change of the address, moving once where that was asked for. `fetchPage`: what else has to be there. */
export async function drawChange(fetchPage: () => Promise<unknown>, draw: () => void): Promise<void> {
  beforeEach();
  const ready = pending;
  pending = null;
  if (!ready) return startTransition(draw);
  const late = new Promise((pass) => setTimeout(pass, PATIENCE_MS, "late"));
  const came = await Promise.race([Promise.all([ready, fetchPage()]).catch(() => "late"), late]);
  if (came === "late") startTransition(draw);
  else
    document.startViewTransition(() => {
      flushSync(draw);
      afterwards?.();
    });
}

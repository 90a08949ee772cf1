import { useSyncExternalStore } from "react";

/** Dialogs any view may ask for; the app mounts them. */
export type Overlay =
  | "find-plan"
  | "rep-code"
  | "group-code"
  | "about"
  | "connect"
  | "help"
  | "how-to"
  | "cart-moved"
  | "palette"
  | "keys"
  | null;

let current: Overlay = null;
const listeners = new Set<() => void>();

export function openOverlay(next: Overlay): void {
  current = next;
  for (const listener of listeners) listener();
}

export const closeOverlay = (): void => openOverlay(null);

export function useOverlay(): Overlay {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}

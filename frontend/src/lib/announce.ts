/** One polite live region for the page; the newest message wins. */
type Listener = (message: string) => void;

const listeners = new Set<Listener>();

export function onAnnounce(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells screen readers about a change that happens away from the focus: counts, totals, saved. */
export function announce(message: string): void {
  for (const listener of listeners) listener(message);
}

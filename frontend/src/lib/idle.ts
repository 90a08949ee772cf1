/** Tasks to run before an idle sign-in ends: every open form saves its draft. */
type Saver = () => Promise<void>;

const savers = new Set<Saver>();

/** Registers a form's save; call the answer to forget it. */
export function beforeTimeOut(saver: Saver): () => void {
  savers.add(saver);
  return () => savers.delete(saver);
}

/** Saves what can be saved. A save that fails must not keep anybody signed in. */
export async function saveEverything(): Promise<void> {
  await Promise.allSettled([...savers].map((saver) => saver()));
}

export const MINUTE = 60_000;
export const LIMIT = 15 * MINUTE;
export const WARNING = 2 * MINUTE;

/** Return how long a sign-in still lasts, and what to do. Like the server, `since` counts from the last call. */
export function idleState(since: number, now: number): { left: number; phase: "calm" | "warn" | "over" } {
  const left = Math.max(0, since + LIMIT - now);
  return { left, phase: left === 0 ? "over" : left <= WARNING ? "warn" : "calm" };
}

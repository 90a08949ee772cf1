import { useSyncExternalStore } from "react";

/** Return whether the window is at least that many px wide: phones don't draw, and so don't fetch, what they hide. */
export function useRoom(from: number): boolean {
  const query = matchMedia(`(min-width: ${from}px)`);
  return useSyncExternalStore(
    (tell) => {
      query.addEventListener("change", tell);
      return () => query.removeEventListener("change", tell);
    },
    () => query.matches,
  );
}

import { useSyncExternalStore } from "react";

/** Whether the window is at least so many px wide: what phones hide isn't drawn there, so that they don't fetch it. */
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

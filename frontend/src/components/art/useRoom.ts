import { useSyncExternalStore } from "react";

/** Whether the window is at least so many px wide: what phones hide isn't drawn there, so that they don't fetch it. */
export function useRoom(from: number): boolean {
  const asked = matchMedia(`(min-width: ${from}px)`);
  return useSyncExternalStore(
    (tell) => {
      asked.addEventListener("change", tell);
      return () => asked.removeEventListener("change", tell);
    },
    () => asked.matches,
  );
}

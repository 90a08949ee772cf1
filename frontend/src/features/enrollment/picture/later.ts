import type { ReviewCard } from "@/client";
import type { Tab } from "../types";

/** Keeps a picture of a saved step when there is time for it. It never holds anything up; a failure is nobody's. */
export function pictureLater(id: string, tab: Tab, name = tab.picture_name, card?: ReviewCard): void {
  if (!name) return;
  const take = () =>
    void import("./take")
      .then(({ takePicture }) => takePicture(id, tab.tab_name, name, card))
      .catch(() => undefined);
  // Not every browser has idle time to give.
  if ("requestIdleCallback" in window) requestIdleCallback(take, { timeout: 4000 });
  else setTimeout(take, 400);
}

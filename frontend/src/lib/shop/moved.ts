import type { LineChange } from "@/client";
import { openOverlay } from "../overlays";

let latest: LineChange[] = [];

/** What an answer just changed in the cart. */
export const movedLines = (): LineChange[] => latest;

/** Shows what an answer changed in the cart; nothing when it changed nothing. */
export function tellMoved(lines: LineChange[] | undefined): void {
  if (!lines?.length) return;
  latest = lines;
  openOverlay("cart-moved");
}

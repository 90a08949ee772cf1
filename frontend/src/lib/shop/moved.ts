import type { LineChange } from "@/client";
import { openOverlay } from "../overlays";

let latest: LineChange[] = [];

/** The changes of the cart by the last answer. */
export const movedLines = (): LineChange[] => latest;

/** Shows what an answer changed in the cart; nothing when it changed nothing. */
export function tellMoved(lines: LineChange[] | undefined): void {
  if (!lines?.length) return;
  latest = lines;
  openOverlay("cart-moved");
}

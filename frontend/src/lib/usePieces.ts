import { startTransition, useEffect, useState } from "react";

/** Returns how many pieces of a long page to render: the first at once, and one more when each is on the screen. */
export function usePieces(all: number): number {
  const [pieces, setPieces] = useState(1);
  useEffect(() => {
    if (pieces < all) startTransition(() => setPieces(pieces + 1));
  }, [pieces, all]);
  return Math.min(pieces, all);
}

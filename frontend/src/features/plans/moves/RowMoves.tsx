import { type RefObject, useEffect } from "react";
import { growFrom } from "./grow";
import { slideRows } from "./slide";

/** Moves in a list of plans: the row that becomes a page, and rows that change places. Loaded after the list. */
export default function RowMoves({ list }: { list: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    const slide = (event: Event) => {
      if ((event.target as Element).matches("#sort, #your-year")) slideRows(box);
    };
    // Before the press itself is acted on.
    box.addEventListener("click", growFrom, { capture: true });
    document.addEventListener("change", slide, { capture: true });
    return () => {
      box.removeEventListener("click", growFrom, { capture: true });
      document.removeEventListener("change", slide, { capture: true });
    };
  }, [list]);
  return null;
}

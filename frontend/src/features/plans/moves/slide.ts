const DURATION_MS = 200;
/** What the order waits for, such as yearly costs, may take so long; later the rows change places without. */
const PATIENCE_MS = 2000;

const rowsIn = (list: Element) => [...list.querySelectorAll<HTMLElement>("article")];

const topsOf = (rows: HTMLElement[]) =>
  new Map(rows.map((row) => [row, row.getBoundingClientRect().top] as const));

let stop: (() => void) | null = null;

/**
 * The rows of the list slide to their places when its order changes next. Moved by hand, not as a view transition: that
 * would draw hundreds of rows in one go, while React draws them in slices. Only rows that are in sight move.
 */
export function slideRows(list: Element): void {
  stop?.();
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const before = rowsIn(list);
  const tops = topsOf(before);
  const watch = new MutationObserver(() => {
    const rows = rowsIn(list);
    const same = rows.length === before.length && rows.every((row, place) => row === before[place]);
    if (same) return;
    stop?.();
    slide(rows, tops);
  });
  watch.observe(list, { childList: true, subtree: true });
  const late = setTimeout(() => stop?.(), PATIENCE_MS);
  stop = () => {
    watch.disconnect();
    clearTimeout(late);
    stop = null;
  };
}

function slide(rows: HTMLElement[], tops: Map<HTMLElement, number>): void {
  const easing = getComputedStyle(document.documentElement).getPropertyValue("--ease");
  const places = rows.map((row) => [row, row.getBoundingClientRect()] as const);
  for (const [row, { top, bottom }] of places) {
    if (bottom < 0 || top > innerHeight) continue;
    const before = tops.get(row);
    const distance = before === undefined ? 0 : Math.max(-innerHeight, Math.min(innerHeight, before - top));
    const from = before === undefined ? { opacity: 0 } : { transform: `translateY(${distance}px)` };
    if (distance || before === undefined) row.animate([from, {}], { duration: DURATION_MS, easing });
  }
}

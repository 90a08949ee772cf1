import { beforeChanges, moveNext } from "@/lib/moves";

interface Left {
  /** Of the list's entry in the history, which is where Back leads. */
  key: unknown;
  plan: string;
  /** How far below the window's edge the row stood. */
  top: number;
  /** So many rows can't be drawn in one go: the list comes without a move. */
  many: boolean;
}

const MANY = 80;

/** About a second: a list may be drawn in several steps. */
const WATCHED_FRAMES = 60;

/** Return the parts that a row and the page of its plan share (PlanDetail.module.css). */
export const partsOf = (row: Element): [part: HTMLElement | null, name: string][] => [
  [row as HTMLElement, "plan-box"],
  [row.querySelector("h3"), "plan-name"],
  [row.querySelector<HTMLElement>(".price"), "plan-price"],
];

let leftRow: Left | null = null;

const keyNow = () => (history.state as { key?: string } | null)?.key;

/** The row of a list that is left for the page of its plan. */
export function rememberRow(row: Element, plan: string): void {
  leftRow = {
    key: keyNow(),
    plan,
    top: row.getBoundingClientRect().top,
    many: document.querySelectorAll("article").length > MANY,
  };
}

const findRow = (plan: string) =>
  document.querySelector(`article h3 a[href*='/plan/${plan}/']`)?.closest("article") ?? null;

/** Puts the row where it stood and the focus on its name. */
function settle({ plan, top }: Left): void {
  const row = findRow(plan);
  if (!row) return;
  scrollBy({ top: row.getBoundingClientRect().top - top, behavior: "instant" });
  row.querySelector<HTMLElement>("h3 a")?.focus({ preventScroll: true });
}

/** The list may come later than the move, and the browser scrolls once by itself. */
function keepSettled(goal: Left): void {
  let frames = WATCHED_FRAMES;
  const settleAgain = () => {
    if (frames-- <= 0 || keyNow() !== goal.key) return;
    const heading = document.activeElement?.matches("h1, body");
    const row = findRow(goal.plan);
    const off = row && Math.abs(row.getBoundingClientRect().top - goal.top) > 1;
    if (heading || off) settle(goal);
    requestAnimationFrame(settleAgain);
  };
  const stop = () => {
    frames = 0;
  };
  for (const kind of ["wheel", "touchstart", "keydown", "pointerdown"])
    addEventListener(kind, stop, { once: true, passive: true });
  requestAnimationFrame(settleAgain);
}

/** Before the store draws it: the page of a plan folds back into the row that it grew from. */
function foldBack(): void {
  const goal = leftRow;
  if (!goal || keyNow() !== goal.key) return;
  keepSettled(goal);
  if (goal.many) return;
  moveNext([], undefined, () => {
    settle(goal);
    const row = findRow(goal.plan);
    for (const [part, name] of row ? partsOf(row) : []) if (part) part.style.viewTransitionName = name;
  });
}

beforeChanges(foldBack);

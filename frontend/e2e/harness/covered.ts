import { expect, type Page } from "@playwright/test";

export const PHONE = { width: 390, height: 844 };

/** More stops than any page has. */
const MOST = 150;
/** The header alone has as many. */
const FEWEST = 10;

/**
 * Walks the page by Tab from its top and fails with each control that something lies over while it has the focus, or
 * that is out of sight then. Answers how many controls there are.
 */
export async function expectNothingCovered(page: Page, fewest = FEWEST): Promise<number> {
  await page.evaluate(() => {
    for (const walked of document.querySelectorAll("[data-walked]")) walked.removeAttribute("data-walked");
    document.querySelector<HTMLElement>(".skip")?.focus();
  });
  const problems: string[] = [];
  let count = 0;
  for (; count < MOST; count++) {
    await page.keyboard.press("Tab");
    const wrong = await page.evaluate(lookAtFocus);
    if (wrong === null) break;
    if (wrong) problems.push(wrong);
  }
  expect(problems, `what is covered on ${page.url()}`).toEqual([]);
  expect(count).toBeGreaterThan(fewest);
  expect(count).toBeLessThan(MOST);
  return count;
}

/** What lies over the control that has the focus, "" for nothing, null once the walk is over. Runs in the page. */
function lookAtFocus(): string | null {
  const control = document.activeElement as HTMLElement | null;
  if (!control || control === document.body) return null;
  if (control.hasAttribute("data-walked")) return null;
  control.setAttribute("data-walked", "");
  const label = control.closest("label") ?? (control as HTMLInputElement).labels?.[0] ?? null;
  const box = control.getClientRects()[0];
  if (!box) return `${control.outerHTML.slice(0, 120)} has no box`;
  const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
  const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
  const what = control.getAttribute("aria-label") || control.textContent || label?.textContent || control.id;
  if (bottom - top < Math.min(box.height, 20) - 1 || right <= left) return `${what} is out of sight`;
  const inset = 3;
  const points = [
    [(left + right) / 2, (top + bottom) / 2],
    [left + inset, (top + bottom) / 2],
    [right - inset, (top + bottom) / 2],
    [(left + right) / 2, top + inset],
    [(left + right) / 2, bottom - inset],
  ] as const;
  for (const [x, y] of points) {
    const over = document.elementFromPoint(x, y);
    if (!over || control.contains(over) || over.contains(control) || label?.contains(over)) continue;
    return `${what}: ${over.outerHTML.slice(0, 120)}`;
  }
  return "";
}

import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const STANDARD = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** A rule that fails in a list fails in every row. */
const SHOWN = 3;

let looking = true;

/** Looks don't depend on the database: axe looks at the pages in one project, in the other it is left out. */
export function checkLooks(on: boolean): void {
  looking = on;
}

/** Fails with what reaches beyond the window: pages never scroll sideways. */
export async function expectFits(page: Page): Promise<void> {
  const wider = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const beyond = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return beyond.map((element) => element.outerHTML.slice(0, 120)).slice(-3);
  });
  expect(wider, `wider than ${page.viewportSize()?.width} px at ${page.url()}`).toEqual([]);
}

/** Fails with the rule, the element and the remedy for each violation of WCAG 2.2 AA on the page as it is now, and with
 * what is wider than the window. */
export async function expectAccessible(page: Page): Promise<void> {
  await settled(page);
  if (!looking) return;
  await expectFits(page);
  await setFloating(page, "static");
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ["violations"] })
    .withTags(STANDARD)
    .analyze();
  await setFloating(page, "");
  const problems = violations.map((rule) => {
    const where = rule.nodes
      .slice(0, SHOWN)
      .map((node) => `\n  ${node.target.join(" ")}: ${node.failureSummary}`);
    return `${rule.id} (${rule.impact}), ${rule.nodes.length} times${where.join("")}`;
  });
  expect(problems, `accessibility of ${page.url()}`).toEqual([]);
}

/** What still loads is a skeleton without a heading; contrast is measured on what is painted, after transitions and fonts. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator("h1").filter({ visible: true }).first()).toBeAttached();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished),
    );
  });
}

/** A bar that floats over the page hides part of some button at any place of scrolling; axe would call it too small. */
async function setFloating(page: Page, position: "static" | ""): Promise<void> {
  await page.evaluate((to) => {
    const marked = document.querySelectorAll<HTMLElement>(to ? "main *, nav, body > *" : "[data-floating]");
    for (const element of marked) {
      const floats = ["sticky", "fixed"].includes(getComputedStyle(element).position);
      if (to && (!floats || element.closest("dialog"))) continue;
      element.style.position = to;
      element.toggleAttribute("data-floating", Boolean(to));
    }
  }, position);
}

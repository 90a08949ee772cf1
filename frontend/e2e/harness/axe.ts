import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const STANDARD = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** A rule that fails in a list fails in every row. */
const SHOWN = 3;

/** Fails with the rule, the element and the remedy for each violation of WCAG 2.2 AA on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  await settled(page);
  const { violations } = await new AxeBuilder({ page }).withTags(STANDARD).analyze();
  const found = violations.map((rule) => {
    const where = rule.nodes
      .slice(0, SHOWN)
      .map((node) => `\n  ${node.target.join(" ")}: ${node.failureSummary}`);
    return `${rule.id} (${rule.impact}), ${rule.nodes.length} times${where.join("")}`;
  });
  expect(found, `accessibility of ${page.url()}`).toEqual([]);
}

/** Contrast is measured on what is painted: wait for transitions and fonts first. */
async function settled(page: Page): Promise<void> {
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

import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const STANDARD = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Fails with the rule, the element and the remedy for each violation of WCAG 2.2 AA on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  await settled(page);
  const { violations } = await new AxeBuilder({ page }).withTags(STANDARD).analyze();
  const found = violations.flatMap((rule) =>
    rule.nodes.map(
      (node) => `${rule.id} (${rule.impact}) ${node.target.join(" ")}\n  ${node.failureSummary}`,
    ),
  );
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

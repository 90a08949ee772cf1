import { expect, type Page } from "@playwright/test";

/**
 * The form of the step a page shows now. `left` waits until it is gone: the address changes a moment earlier, and
 * whoever presses Next in that moment presses the one of the step before.
 */
export async function stepForm(page: Page): Promise<{ left: () => Promise<void> }> {
  const form = await page.locator("main form").elementHandle();
  return {
    left: async () => {
      const isThere = () => form?.evaluate((element) => element.isConnected).catch(() => false);
      await expect.poll(isThere, "the step before is gone").toBe(false);
      await form?.dispose();
    },
  };
}

import type { Page } from "@playwright/test";

/** Opens the whole list: sections show their best few. */
export async function showAllPlans(page: Page): Promise<void> {
  // The page before has articles, too.
  await page.locator("#search-plans").waitFor();
  await page.getByRole("article").first().waitFor();
  const all = page.getByRole("button", { name: /^(Show all|Ver los|Ver todos)/ });
  if (await all.isVisible()) await all.click(); // a short list is whole
}

import { expect, type Page } from "@playwright/test";

/**
 * Journeys on one server enroll the same person more than once, so the store may ask whether this application is a
 * second one. The visitor answers that it is meant.
 */
export async function answerSecondApplication(page: Page): Promise<void> {
  const next = page.locator("main form button[type=submit]");
  await expect(next).toBeVisible();
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
  const meant = page.getByRole("button", { name: /^(No, continue|No, continuar)$/ });
  const why = (await next.getAttribute("title")) ?? "";
  if (!/second application|segunda solicitud/.test(why)) return;
  await meant.click();
  await expect(next).not.toHaveAttribute("aria-disabled", "true");
}

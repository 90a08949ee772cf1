import type { Browser, Page } from "@playwright/test";
import { expect, test } from "./harness/test";

const PLAN = "/backoffice/catalog/plan/1003/change/";

async function openAs(browser: Browser, baseURL: string | undefined, email: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL })).newPage();
  await page.goto(`/backoffice/login/?next=${PLAN}`);
  await page.locator("input[name=username]").fill(email);
  await page.locator("input[name=password]").fill("planfront-demo");
  await page.locator("input[name=password]").press("Enter");
  await expect(page.locator("#id_name")).toBeVisible();
  return page;
}

test("two who have the same plan open see each other, and who has saved it", async ({ browser, baseURL }) => {
  const robin = await openAs(browser, baseURL, "admin@demo.test");
  const kit = await openAs(browser, baseURL, "approver@demo.test");
  const heard = kit.locator("[data-open-page]");
  await expect(heard).toHaveText(/^Robin Vale has had this page open since \d+:\d\d [AP]M\.$/);

  await robin.locator("#id_form_no").fill("HAL-1003-27");
  // Whoever comes back to a page asks again at once.
  await expect(async () => {
    await kit.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(heard).toHaveText(/^Robin Vale is making changes here/);
  }).toPass();

  const saved = robin.waitForResponse(
    (answer) => answer.request().method() === "POST" && answer.url().endsWith("/change/"),
  );
  await robin.locator("[data-publish]").click();
  await saved;
  await expect(async () => {
    await kit.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(heard).toContainText(/Robin Vale changed this at \d+:\d\d [AP]M\./);
  }).toPass();
  await heard.getByRole("link", { name: "Reload the page" }).click();
  await expect(kit.locator("#id_form_no")).toHaveValue("HAL-1003-27");
  await robin.context().close();
  await kit.context().close();
});

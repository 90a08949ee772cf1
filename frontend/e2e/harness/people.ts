import { type Browser, expect, type Page } from "@playwright/test";
import type { BrandKey, Server } from "./server";

/** Asks for a page that needs a sign-in, signs in as a person of the demo world in any language, and comes back to it. */
export async function signedIn(
  page: Page,
  server: Server,
  who: "rep" | "group" | "member" | "luis" | "teresa" | "marcus",
  path: string,
  brand: BrandKey = "planfront",
): Promise<void> {
  await page.goto(server.url(brand, path));
  await expect(page).toHaveURL(new RegExp(`/sign-in\\?next=${encodeURIComponent(path)}$`));
  await page.locator("main input[type=email]").fill(`${who}@demo.test`);
  await page.locator("main input[type=password]").fill("planfront-demo");
  await page.locator("main form button[type=submit]").click();
  await page.waitForURL(server.url(brand, path));
}

/** Signs in to the back office, and opens a page of it in a window of its own. */
export async function openOffice(
  browser: Browser,
  server: Server,
  path: string,
  who: "admin" | "approver" = "admin",
): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(server.url("planfront", path));
  await page.locator("input[name=username]").fill(`${who}@demo.test`);
  await page.locator("input[name=password]").fill("planfront-demo");
  await page.locator("input[name=password]").press("Enter");
  return page;
}

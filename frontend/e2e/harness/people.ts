import { expect, type Page } from "@playwright/test";
import type { BrandKey, Server } from "./server";

/** Asks for a page that needs a sign-in, signs in as a person of the demo world, and comes back to it. */
export async function signedIn(
  page: Page,
  server: Server,
  who: "rep" | "group" | "member",
  path: string,
  brand: BrandKey = "planfront",
): Promise<void> {
  await page.goto(server.url(brand, path));
  await expect(page).toHaveURL(new RegExp(`/sign-in\\?next=${encodeURIComponent(path)}$`));
  await page.getByLabel("Email").fill(`${who}@demo.test`);
  await page.getByRole("textbox", { name: "Password" }).fill("planfront-demo");
  await page.locator("main").getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(server.url(brand, path));
}

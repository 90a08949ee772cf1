import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { screenshots } from "./harness/screenshots";
import { expect, test } from "./harness/test";

const RED = "oklch(0.45 0.16 25)";
/** Between dark and light: no text can be read on it. */
const BETWEEN = "oklch(0.6155 0.1 192)";

/** The colour that a page of the store has now. */
const primary = (root: Page | ReturnType<Page["frameLocator"]>) =>
  root.locator("html").evaluate((html) => getComputedStyle(html).getPropertyValue("--brand-primary").trim());

/** The section of brands; the frame around it is the back office's. */
async function expectAccessible(page: Page): Promise<void> {
  const section = new AxeBuilder({ page }).setLegacyMode(true).include(".brands").exclude("iframe");
  const { violations } = await section.withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]).analyze();
  expect(violations.map((rule) => `${rule.id}: ${rule.nodes[0]?.html}`)).toEqual([]);
}

test("staff change a brand's colour, see it in the store's pages, publish it and go back", async ({
  page,
  server,
  context,
}) => {
  test.slow();
  const shop = await context.newPage();
  await shop.goto(server.url("juniper"));
  const before = await primary(shop);

  await page.goto(server.url("planfront", "/backoffice/login/"));
  await page.locator("input[name=username]").fill("admin@demo.test");
  await page.locator("input[name=password]").fill("planfront-demo");
  await page.locator("input[name=password]").press("Enter");
  await page.waitForURL((url) => !url.pathname.includes("login"));
  await page.goto(server.url("planfront", "/backoffice/brands/brand/"));
  await page
    .getByRole("row", { name: /Juniper/ })
    .getByRole("link", { name: "Theme editor" })
    .click();

  const desktop = page.frameLocator("iframe[title='Store at 1280 px']");
  const phone = page.frameLocator("iframe[title='Store at 390 px']");
  await expect(desktop.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await primary(desktop)).toBe(before);
  const color = page.getByRole("textbox", { name: "Primary colour", exact: true });
  await color.fill(BETWEEN);
  await expect(page.getByText("The nearest colour that passes is oklch(0.615 0.1 192).")).toBeVisible();
  await color.fill(RED);
  await expect.poll(() => primary(desktop)).toBe(RED);
  await expect.poll(() => primary(phone)).toBe(RED);
  await expect(page.getByText("Different from the store: Primary colour.")).toBeVisible();
  await expectAccessible(page);
  await screenshots(page, "theme-editor");
  await page.getByLabel("Colors", { exact: true }).selectOption("Dark");
  await expect(desktop.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.getByLabel("Language", { exact: true }).selectOption("Spanish");
  await expect(phone.getByRole("banner").getByRole("button", { name: "BUSCAR UN PLAN" })).toBeVisible();
  await page.getByLabel("Width", { exact: true }).selectOption("390 px");
  await expect(page.locator("iframe[title='Store at 1280 px']")).toBeHidden();
  await page.getByLabel("Width", { exact: true }).selectOption("Both");
  await page.getByLabel("Language", { exact: true }).selectOption("English");
  await page.getByLabel("Colors", { exact: true }).selectOption("Light");
  await page.getByLabel("Page", { exact: true }).selectOption("Application");
  await expect(phone.getByRole("heading", { name: "Personal Information" })).toBeVisible();
  expect(await primary(phone)).toBe(RED);

  await page.getByLabel("Note (optional)").fill("Autumn");
  await page.getByRole("button", { name: "Review and publish" }).click();
  await expect(page.getByRole("row", { name: /Primary colour #[0-9a-f]{6} #[0-9a-f]{6}/ })).toBeVisible();
  await shop.reload();
  expect(await primary(shop)).toBe(before);
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByRole("heading", { name: "Version 2 Live" })).toBeVisible();
  await expect(page.getByText("by admin@demo.test · Autumn")).toBeVisible();
  await expectAccessible(page);
  // Other processes look for news every few seconds.
  await expect(async () => {
    await shop.reload();
    expect(await primary(shop)).toBe(RED);
  }).toPass({ timeout: 60_000 });

  await page.getByRole("link", { name: "Go back to version 1" }).click();
  await page.getByRole("button", { name: "Go back to version 1" }).click();
  await expect(page.getByRole("heading", { name: "Version 3 Live" })).toBeVisible();
  await expect(async () => {
    await shop.reload();
    expect(await primary(shop)).toBe(before);
  }).toPass({ timeout: 60_000 });
});

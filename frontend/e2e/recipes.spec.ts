/** Each brand tells its home page by its own recipe, with from-prices of the price engine. */

import type { Page } from "@playwright/test";
import type { BrandKey } from "./harness/server";
import { expect, test } from "./harness/test";

/** What a colour role is in the page as it is shown. */
const roleOf = (page: Page, role: string): Promise<string> =>
  page.evaluate((name) => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.backgroundColor = `var(--${name})`;
    const { backgroundColor } = getComputedStyle(probe);
    probe.remove();
    return backgroundColor;
  }, role);

const TOLD: [BrandKey, string, string, string[]][] = [
  ["planfront", "folder", "$36.85", ["Featured plans", "Shop and compare Dental plans now"]],
  ["juniper", "editorial", "$36.85", ["Featured plans", "What do dental plans cover?"]],
  ["brightsmile", "face", "$38.77", ["Featured plans", "Dental"]],
  ["copperline", "card", "$37.29", ["What do dental plans cover?", "Featured plans"]],
];

for (const [brand, hero, price, order] of TOLD) {
  test(`${brand} tells its home page as ${hero}`, async ({ page, server }) => {
    await page.goto(server.url(brand, "/"));
    await expect(page.locator("html")).toHaveAttribute("data-hero", hero);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dental and Vision for Everyone");
    const labels = page.locator("form label, form button[type=submit]");
    await expect(labels).toContainText(["Zip Code", "Gender", "Choose Tier", "DOB", "Submit"]);
    const plan = page.getByRole("article").filter({ hasText: "Halden Dental PPO 1500" });
    await expect(plan).toContainText(`From ${price} /month`);
    const headings = await page.locator("main h2, main h3").allTextContents();
    const places = order.map((text) => headings.indexOf(text));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });
}

/** A brand, and what its header, a plan's card and the page behind it are made of. */
const MADE: [BrandKey, "page" | "surface" | "primary-fill", boolean][] = [
  ["planfront", "surface", true],
  ["juniper", "page", false],
  ["brightsmile", "primary-fill", false],
  ["copperline", "surface", true],
];

for (const [brand, bar, tabs] of MADE) {
  test(`${brand} keeps its header and surface from the list of plans to the cart`, async ({
    page,
    server,
  }) => {
    for (const path of ["/plans", "/cart"]) {
      await page.goto(server.url(brand, path));
      const header = page.locator("header.site > div").nth(1);
      await expect(header).toHaveCSS("background-color", await roleOf(page, bar));
    }
    await page.goto(server.url(brand, "/"));
    const plan = page.getByRole("article").filter({ hasText: "Halden Dental PPO 1500" });
    await expect(plan.locator("> :first-child")).toHaveCSS(
      "position",
      tabs || brand === "juniper" ? "absolute" : "static",
    );
    if (brand === "juniper") await expect(plan).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
    if (brand === "copperline") {
      // Warm paper: the hue of the amber primary, not of the grey tint.
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toContain(" 70)");
    }
  });
}

/** Each brand tells its home page by its own recipe, with from-prices of the price engine. */
import type { BrandKey } from "./harness/server";
import { expect, test } from "./harness/test";

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

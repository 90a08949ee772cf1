import path from "node:path";
import { expectAccessible } from "./harness/axe";
import { screenshots } from "./harness/screenshots";
import { expect, test } from "./harness/test";

const PHOTOGRAPH = path.join(
  import.meta.dirname,
  "../../src/planfront/webapp/static/art/brand/juniper/share.png",
);

test("an operator's own picture of a category stands in the store until it is taken back", async ({
  page,
  server,
  browser,
}) => {
  const office = (rest: string) => server.url("planfront", `/backoffice/${rest}`);
  await page.goto(office("brands/brand/"));
  await page.locator("input[name=username]").fill("admin@demo.test");
  await page.locator("input[type=password]").fill("planfront-demo");
  await page.locator("button[type=submit]").first().click();
  await page.getByRole("link", { name: "BrightSmile", exact: true }).first().click();
  await page.getByRole("link", { name: "Categories", exact: true }).click();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Vision Plans" }).click();
  await page.getByLabel("Picture", { exact: true }).setInputFiles(PHOTOGRAPH);
  await page.getByRole("button", { name: "Show this picture" }).click();
  // In the list on top and at both fields.
  await expect(page.getByText("Say in both languages what the picture shows")).toHaveCount(4);
  await page.getByLabel("Picture", { exact: true }).setInputFiles(PHOTOGRAPH);
  await page.getByLabel("What it shows, in English").fill("Three people over a card");
  await page.getByLabel("What it shows, in Spanish").fill("Tres personas sobre una tarjeta");
  await page.getByRole("button", { name: "Show this picture" }).click();
  await expect(page.getByText("Your own: Three people over a card")).toBeVisible();
  await screenshots(page, "own-pictures");

  const shopper = await browser.newPage({ locale: "es-US" });
  await shopper.goto(server.url("brightsmile"));
  const own = shopper.getByRole("img", { name: "Tres personas sobre una tarjeta" });
  await own.scrollIntoViewIfNeeded();
  await expect(own).toHaveAttribute("loading", "lazy");
  await expect(shopper.locator('main use[href*="category/"]')).toHaveCount(1);

  await page.getByRole("link", { name: "Vision Plans" }).click();
  await page.getByRole("button", { name: "Show the drawn picture again" }).click();
  await expect(page.getByText("Vision Plans have the store's drawn picture again.")).toBeVisible();
  await shopper.reload();
  await expect(shopper.locator('main use[href*="category/"]')).toHaveCount(2);
  await shopper.close();
});

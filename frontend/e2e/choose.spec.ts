import type { Page } from "@playwright/test";
import { expectAccessible, expectFits } from "./harness/axe";
import { shopAs } from "./harness/profile";
import { screenshots } from "./harness/screenshots";
import { AT_LENGTH, expect, test } from "./harness/test";

const TEXAS = { zip: "75201" };
const facets = (page: Page) => page.getByRole("form", { name: "Narrow the plans" });
const filters = (page: Page) => page.getByRole("group", { name: "Selected filters" });
const search = (page: Page) => page.getByRole("searchbox", { name: /^Search plans/ });
const names = (page: Page) => page.getByRole("article").getByRole("heading", { level: 3 });
const crown = (page: Page) => facets(page).getByRole("group", { name: "Wait for a crown" });

test("plans are narrowed by what people ask, by keyboard, in an address that Back and a reload keep", async ({
  page,
  server,
}) => {
  await shopAs(page, server, TEXAS);
  await page.goto(server.url("planfront", "/plans?type=dental"));
  await expect(crown(page).getByRole("radio", { name: "Up to 6 months" })).toBeVisible();
  await crown(page).getByRole("radio", { name: "Any" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page).toHaveURL(/\/plans\?type=dental&wait=0$/);
  await expect(crown(page).getByRole("radio", { name: /^No wait/ })).toBeFocused();
  await expect(page.getByText("3 of 14 plans fit").first()).toBeVisible();
  await expect(names(page)).toHaveText([
    "Brightwater Metro DHMO",
    "Halden Select DHMO",
    "Brightwater Choice Zero",
  ]);
  await expectAccessible(page);

  const price = facets(page).getByRole("slider", { name: "Maximum monthly price" });
  await price.focus();
  await page.keyboard.press("Home");
  await expect(page).toHaveURL(/price=15/);
  await expect(price).toHaveAttribute("aria-valuetext", "Up to $15 a month");
  await expect(names(page)).toHaveText(["Brightwater Metro DHMO"]);
  await page.reload();
  await expect(names(page)).toHaveText(["Brightwater Metro DHMO"]);
  await page.goBack();
  await expect(names(page)).toHaveCount(3);

  await filters(page).getByRole("button", { name: "Remove Wait for a crown: No wait" }).press("Enter");
  await expect(page).toHaveURL(/\/plans\?type=dental$/);
  await expect(search(page)).toBeFocused();
});

test("a search finds by name, carrier, benefit and without accents, and says the way out of nothing", async ({
  page,
  server,
}) => {
  await shopAs(page, server, TEXAS);
  await page.goto(server.url("planfront", "/plans"));
  await search(page).fill("brightwáter DHMO");
  await expect(page).toHaveURL(/\/plans\?q=/);
  await expect(names(page)).toHaveText(["Brightwater Metro DHMO"]);
  await page.goto(server.url("planfront", "/plans?type=dental&q=brightwater&wait=0&braces=child&price=10"));
  await expect(page.getByRole("heading", { name: "No plan matches all of these" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Without Up to $10 a month: 1 plan" }).click();
  await expect(names(page)).toHaveText(["Brightwater Metro DHMO"]);
  await filters(page).getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(/\/plans\?type=dental$/);
  await expect(names(page)).toHaveCount(14);
});

test("on a phone the facets are a sheet whose button says how many plans are left", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await shopAs(page, server, TEXAS);
  await page.goto(server.url("planfront", "/plans?type=dental"));
  const open = page.getByRole("button", { name: "Filters", exact: true });
  await open.press("Enter");
  const sheet = page.getByRole("dialog", { name: "Filters" });
  await sheet.getByRole("radio", { name: "$2,500 or more" }).click();
  await expect(page).toHaveURL(/max=2500/);
  await expect(sheet.getByRole("button", { name: "Show 5 plans" })).toBeVisible();
  await expectAccessible(page);
  await screenshots(page, "choose-sheet");
  await sheet.getByRole("button", { name: "Show 5 plans" }).click();
  await expect(page.getByRole("button", { name: "Filters 1" })).toBeFocused();
  await expect(names(page)).toHaveCount(5);
  await expect(names(page).first()).toBeInViewport();

  await page.getByRole("button", { name: "Choose Category" }).click();
  const categories = page.getByRole("dialog", { name: "Plan filter" });
  await categories.getByRole("checkbox", { name: /^Vision/ }).click();
  await categories.getByRole("button", { name: "Show 12 plans" }).click();
  await expect(page).toHaveURL(/type=dental,vision/);
  await expect(names(page).first()).toBeInViewport();
});

test("an address says nothing of values that these plans don't have, and of a price before there are prices", async ({
  page,
  server,
}) => {
  await page.goto(server.url("planfront", "/plans?type=vision&price=20&braces=child&carrier=nosuch&max=foo"));
  await expect(names(page)).toHaveCount(7);
  await expect(filters(page)).toHaveCount(0);
  await shopAs(page, server, TEXAS);
  await page.goto(server.url("planfront", "/plans?type=vision&price=9999&braces=child"));
  await expect(filters(page).getByRole("button", { name: /^Remove/ })).toHaveText([""]);
  await expect(facets(page).getByText("Up to $9,999")).toBeVisible();
  await filters(page).getByRole("button", { name: "Remove Up to $9,999 a month" }).press("Enter");
  await expect(page.getByRole("status").filter({ hasText: /^7 plans$/ })).toHaveCount(1);
});

test("what comes with any cart stands beside the prices", async ({ page, server }) => {
  const fee = "Plus a $5.00 monthly membership, the same however many plans you choose.";
  await shopAs(page, server, TEXAS);
  await page.goto(server.url("planfront", "/plans?type=dental&sort=year"));
  await expect(page.getByText(fee)).toHaveCount(2);
});

test("sections show their best few; the rest opens in place, in the address, and all at once", async ({
  page,
  server,
}) => {
  await shopAs(page, server, TEXAS);
  await page.goto(server.url("planfront", "/plans?type=dental,vision"));
  const dental = page.getByRole("region", { name: /^Dental Plans/ });
  await expect(dental.getByRole("article")).toHaveCount(4);
  await dental.getByRole("button", { name: "10 more $28.40 to $67.39 a month" }).press("Enter");
  await expect(dental.getByRole("article")).toHaveCount(14);
  await expect(dental.getByRole("article").nth(4).getByRole("heading").getByRole("link")).toBeFocused();
  await expect(page).toHaveURL(/open=dental$/);
  await page.reload();
  await expect(dental.getByRole("article")).toHaveCount(14);
  await page.getByRole("button", { name: "Show all 21 plans" }).click();
  await expect(names(page)).toHaveCount(21);
  await expect(page.getByRole("button", { name: /^Show all|a month$/ })).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  const [row] = await page.getByRole("article").all();
  const [name, price] = [row?.getByRole("heading"), row?.locator(".price")];
  const [left, right] = [await name?.boundingBox(), await price?.boundingBox()];
  expect((right?.x ?? 0) - (left?.x ?? 0)).toBeGreaterThan(150);
  expect(Math.abs((right?.y ?? 0) - (left?.y ?? 0))).toBeLessThan(30);
  expect((await row?.boundingBox())?.height).toBeLessThan(220);
  await expectAccessible(page);
});

test("by yearly cost the plans stand in the order of a usual year, each with its bar and its numbers", async ({
  page,
  server,
}) => {
  await shopAs(page, server, TEXAS);
  await page.goto(server.url("planfront", "/plans?type=dental"));
  await page.getByLabel("Sort").selectOption("year");
  await page.getByLabel("Your year").selectOption("crown");
  await expect(page).toHaveURL(/sort=year&year=crown$/);
  const first = page.getByRole("article").first();
  await expect(first.getByRole("heading")).toHaveText("Brightwater Metro DHMO");
  await expect(first.getByText("$537.88 over the year")).toBeVisible();
  await expect(first.getByText("$152.88 price + $60.00 membership + $325.00 care")).toBeVisible();
  await expect(page.getByText(/^Same care without insurance: \$[\d,]+\.\d\d$/)).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByLabel("Your year")).toHaveValue("crown");
  await page.getByLabel("Sort").selectOption("low");
  await expect(page.getByText("over the year")).toHaveCount(0);
});

for (const [brand, language] of [
  ["juniper", "es"],
  ["brightsmile", "en"],
  ["copperline", "es"],
] as const) {
  test(
    `what narrows and orders the list can be read in ${brand}, ${language}`,
    AT_LENGTH,
    async ({ page, server }) => {
      await shopAs(page, server, { ...TEXAS, brand, language });
      for (const query of [
        "?type=dental&max=2500&price=60&sort=year&year=crown",
        "?type=dental&price=10&wait=0",
        "?type=term_life,di,dental&open=all",
      ]) {
        await page.goto(server.url(brand, `/plans${query}`));
        await page.waitForLoadState("networkidle");
        for (const width of [320, 390, 1280]) {
          await page.setViewportSize({ width, height: 844 });
          await expectFits(page);
          if (width > 320) await expectAccessible(page);
        }
      }
    },
  );
}

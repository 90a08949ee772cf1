import type { Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe";
import { signedIn } from "./harness/people";
import { shopAs } from "./harness/profile";
import { screenshots } from "./harness/screenshots";
import { expectStill } from "./harness/shifts";
import { expect, test } from "./harness/test";

/** Names of the store's own pictures on the page. Each is drawn, has its room reserved, and the page stands still. */
async function picturesOf(page: Page): Promise<string[]> {
  await page.waitForLoadState("networkidle");
  const drawn = await page.locator('svg:has(> use[href*="/media/art/"])').evaluateAll((pictures) =>
    pictures.map((picture) => {
      const use = picture.querySelector("use") as SVGUseElement;
      return {
        name: use.href.baseVal.replace(/.*\/media\/art\/\w+\/(.*)\.svg#art/, "$1"),
        drawn: use.getBBox().width > 0 || picture.getBoundingClientRect().width === 0,
        reserved: Number(picture.getAttribute("width")) > 0 && Number(picture.getAttribute("height")) > 0,
        named: picture.ariaHidden === "true" || Boolean(picture.ariaLabel),
      };
    }),
  );
  for (const { name, ...has } of drawn)
    expect({ name, ...has }).toEqual({ name, drawn: true, reserved: true, named: true });
  await expectStill(page);
  return drawn.map(({ name }) => name);
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`pages show the store's own pictures, and nothing moves for them: ${colorScheme}`, async ({
    page,
    server,
  }) => {
    test.slow();
    await page.emulateMedia({ colorScheme });
    await page.goto(server.url("juniper", "/jordan-lee"));
    expect(await picturesOf(page)).toContainEqual(expect.stringMatching(/^portrait\/olive\.bob\./));
    await expectAccessible(page);
    await screenshots(page, `pictures-landing-${colorScheme}`);
    await page.goto(server.url("copperline", "/cart"));
    await expect(page.getByText("Your cart is empty")).toBeVisible();
    expect(await picturesOf(page)).toEqual(["empty/cart"]);
    await expectAccessible(page);
    await screenshots(page, `pictures-cart-${colorScheme}`);
    await page.goto(server.url("brightsmile", "/compare"));
    expect(await picturesOf(page)).toEqual(["empty/compare"]);
    await page.goto(server.url("planfront", "/plans"));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await picturesOf(page)).toEqual([]);
  });
}

test("the tiles of the home page show their categories, and nothing moves", async ({ page, server }) => {
  await page.goto(server.url("brightsmile"));
  await expect(page.locator('main use[href*="category/"]')).toHaveCount(2);
  expect(await picturesOf(page)).toEqual(["category/dental", "category/vision"]);
});

test("each step of the application has its picture, beside its title where there is room", async ({
  page,
  server,
}) => {
  await shopAs(page, server, { cart: [1001], checkedOut: true });
  await page.goto(server.url("planfront", "/enrollment/personal-info"));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await picturesOf(page)).toEqual(["step/primary_info"]);
  const picture = page.locator('svg:has(> use[href*="step/"])');
  await expect(picture).toBeVisible();
  await screenshots(page, "pictures-step");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(picture).toHaveCount(0);
});

test("a list of one category and the page of a plan show its picture, and phones don't ask for it", async ({
  page,
  server,
}) => {
  await page.goto(server.url("copperline", "/plans?type=vision"));
  await expect(page.locator('main use[href*="category/vision"]')).toHaveCount(1);
  expect(await picturesOf(page)).toEqual(["category/vision"]);
  await page.goto(server.url("planfront", "/plan/1001"));
  await expect(page.locator('main use[href*="category/dental"]')).toHaveCount(1);
  expect(await picturesOf(page)).toEqual(["category/dental"]);

  await page.setViewportSize({ width: 390, height: 844 });
  const urls: string[] = [];
  page.on("request", (request) => urls.push(request.url()));
  for (const path of ["/plans?type=vision", "/plan/1001"]) {
    await page.goto(server.url("juniper", path));
    expect(await picturesOf(page)).toEqual([]);
  }
  expect(urls.filter((url) => url.includes("/media/art/"))).toEqual([]);
});

test("a rep puts a portrait together, and it stands on the rep's page", async ({ page, server, browser }) => {
  await signedIn(page, server, "rep", "/account");
  const panel = page.getByRole("region", { name: "Your portrait" });
  await panel.getByLabel("Hair", { exact: true }).selectOption({ label: "Curls" });
  await panel.getByLabel("Glasses").selectOption({ label: "Round glasses" });
  await expect(panel.locator("use")).toHaveAttribute("href", /portrait\/\w+\.curls\.\w+\.none\.round\./);
  await expectAccessible(page);
  await screenshots(page, "pictures-portrait");
  await panel.getByRole("button", { name: "Save portrait" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Your portrait was saved." })).toBeAttached();

  const visitor = await browser.newPage();
  await visitor.goto(server.url("planfront", "/jordan-lee"));
  expect(await picturesOf(visitor)).toContainEqual(
    expect.stringMatching(/^portrait\/olive\.curls\..*\.round\./),
  );
  await visitor.close();

  await panel.getByRole("button", { name: "Show my initials instead" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Your portrait was removed." })).toBeAttached();
  await expect(panel.getByRole("button", { name: "Save portrait" })).toBeFocused();
});

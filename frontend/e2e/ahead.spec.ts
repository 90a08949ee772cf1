import type { Locator, Page } from "@playwright/test";
import { showAllPlans } from "./harness/listing";
import { shopAs } from "./harness/profile";
import type { Server } from "./harness/server";
import { expect, test } from "./harness/test";

/** Calls and script files that a page asks for from now on, by the end of their address. */
function listenTo(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/|\.js$/.test(pathname)) requests.push(pathname);
  });
  return requests;
}

/** The link of a plan in a list that asks for nothing more by itself. */
async function showPlanLink(page: Page, server: Server): Promise<Locator> {
  await shopAs(page, server);
  await page.goto(server.url("planfront", "/plans"));
  await showAllPlans(page);
  const link = page.locator('main a[href*="/plan/1002/"]').first();
  await link.scrollIntoViewIfNeeded();
  await page.waitForLoadState("networkidle");
  return link;
}

const DETAIL = "/api/v1/get-plan-detail/1002";
const PRICE = "/api/v1/get-plan-pricing-detail";
const FILE = /\.js$/;

test("a plan that the pointer stays on is asked for ahead, and its page needs no more", async ({
  page,
  server,
}) => {
  const link = await showPlanLink(page, server);
  const requests = listenTo(page);
  await link.hover();
  await expect.poll(() => requests).toEqual(expect.arrayContaining([DETAIL, PRICE]));
  await expect.poll(() => requests.some((path) => FILE.test(path))).toBe(true);
  await page.waitForLoadState("networkidle");
  const files = requests.filter((path) => FILE.test(path));
  requests.length = 0;
  await link.click();
  await expect(page).toHaveURL(/\/plan\/1002\//);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(requests.filter((path) => path === DETAIL || path === PRICE || files.includes(path))).toEqual([]);
});

test("a pointer on its way over the list asks for nothing", async ({ page, server }) => {
  await shopAs(page, server);
  await page.goto(server.url("planfront", "/plans"));
  const links = page.locator("article h3 a");
  await links.nth(2).waitFor();
  await page.waitForLoadState("networkidle");
  const requests = listenTo(page);
  await links.evaluateAll((all) => {
    for (const element of [...all, document.body])
      element.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
  });
  await page.waitForTimeout(500);
  expect(requests).toEqual([]);
});

test("the cart is asked for when its link has the focus", async ({ page, server }) => {
  await shopAs(page, server, { cart: [1002] });
  await page.goto(server.url("planfront", "/plans"));
  await page.locator("article").first().waitFor();
  await page.waitForLoadState("networkidle");
  const requests = listenTo(page);
  await page.getByRole("banner").getByRole("link", { name: /^Cart/ }).focus();
  await expect.poll(() => requests).toContain("/api/v1/get-plan-cart");
});

test("who saves data is sent nothing ahead", async ({ page, server }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true }),
  );
  const link = await showPlanLink(page, server);
  const requests = listenTo(page);
  await link.hover();
  await page.waitForTimeout(500);
  expect(requests).toEqual([]);
});

/**
 * The one check of what stands twice: each page that the server draws before the store's scripts run
 * (`webapp/first_view.py`, a template of `webapp/first` each) is drawn again by React. A text or place that
 * differs fails here; `planfront_demo/tests/test_world.py` fails when a frame has no address in PAGES.
 */
import type { Browser, BrowserContext } from "@playwright/test";
import { shopAs } from "./harness/profile";
import type { BrandKey } from "./harness/server";
import { AT_LENGTH, expect, test } from "./harness/test";

const PAGES = [
  "/",
  "/jordan-lee",
  "/plans?type=dental",
  "/plan/1002/halden-dental-ppo-1500",
  "/cart",
  "/sign-in",
];
/** What the server draws and the store draws again. */
const PARTS =
  "header img, header a[href$='/cart'], section:has(.i) p, main nav, main h1, main .lead, main [class^='edit-search'] p, main [class^='empty'] > :is(h2, p, a), main img";

/** Title, and text and place of each part that is seen: as the server draws the page, or as the store does. */
async function readPage(context: BrowserContext, url: string, by: "server" | "store") {
  const page = await context.newPage();
  if (by === "server") await page.route("**/assets/main-*.js", (route) => route.abort());
  await page.goto(url);
  if (by === "store") await page.locator("footer.site").waitFor();
  await page.evaluate(() => document.fonts.ready);
  const parts = await page.locator(PARTS).evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => {
        const { left, top } = element.getBoundingClientRect();
        return `${element.tagName} ${element.textContent} ${Math.round(left)},${Math.round(top)}`;
      }),
  );
  const title = await page.title();
  await page.close();
  return { title, parts };
}

/** A browser that knows nothing for each page. */
async function readAsNewcomer(browser: Browser, url: string, width: number, by: "server" | "store") {
  const context = await browser.newContext({ viewport: { width, height: 844 } });
  const view = await readPage(context, url, by);
  await context.close();
  return view;
}

for (const [brand, width, often] of [
  ["planfront", 390, {}],
  ["juniper", 1280, AT_LENGTH],
] as [BrandKey, number, object][]) {
  test(
    `every page that the server draws first is drawn the same by the store (${brand}, ${width} px)`,
    often,
    async ({ browser, server }) => {
      for (const path of PAGES) {
        const drawnFirst = await readAsNewcomer(browser, server.url(brand, path), width, "server");
        const drawnAgain = await readAsNewcomer(browser, server.url(brand, path), width, "store");
        expect(drawnAgain.title, path).toBe(drawnFirst.title);
        expect(drawnFirst.parts.length, path).toBeGreaterThan(2);
        expect(drawnAgain.parts, path).toEqual(expect.arrayContaining(drawnFirst.parts));
      }
    },
  );
}

for (const [brand, width] of [
  ["planfront", 390],
  ["copperline", 1280],
] as [BrandKey, number][]) {
  test(`whoever has a quote sees of it what stays, and the page's first call is made once (${brand}, ${width} px)`, async ({
    browser,
    server,
  }) => {
    const context = await browser.newContext({ viewport: { width, height: 844 } });
    const shopping = await context.newPage();
    await shopAs(shopping, server, { brand });
    // The first page learns whether something is said about the quote on top of it.
    await shopping.goto(server.url(brand, "/plans"), { waitUntil: "networkidle" });
    for (const [path, call] of [
      ["/", null],
      ["/plans", "/get-filtered-plans?"],
      ["/plans?type=dental", "/get-filtered-plans?"],
      ["/plan/1002/halden-dental-ppo-1500", "/get-plan-pricing-detail?"],
      ["/cart", "/get-plan-cart?"],
    ] as const) {
      const url = server.url(brand, path);
      const calls: string[] = [];
      context.on("request", (request) => calls.push(request.url()));
      const drawnFirst = await readPage(context, url, "server");
      expect(calls.filter((address) => address.includes(call ?? "/session"))).toHaveLength(1);
      const drawnAgain = await readPage(context, url, "store");
      expect(calls.filter((address) => address.includes(call ?? "/session"))).toHaveLength(2);
      expect(drawnFirst.parts.length, path).toBeGreaterThan(1);
      expect(drawnAgain.parts, path).toEqual(expect.arrayContaining(drawnFirst.parts));
      context.removeAllListeners("request");
    }
    await context.close();
  });
}

test("a step's first call is made without the store's scripts, and not again by them", async ({
  complaints,
  page,
  server,
}) => {
  await shopAs(page, server, { cart: [1002], checkedOut: true });
  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  const url = server.url("planfront", "/enrollment/personal-info");
  await page.route("**/assets/main-*.js", (route) => route.abort());
  const firstCall = page.waitForRequest(/\/get-dynamic-tabs\?/);
  await page.goto(url);
  await firstCall;
  await page.unrouteAll();
  complaints.length = 0;
  calls.length = 0;
  await page.goto(url);
  await page.getByLabel("First name").waitFor();
  expect(calls.filter((path) => path === "/get-dynamic-tabs")).toHaveLength(1);
});

import type { Browser } from "@playwright/test";
import type { BrandKey } from "./harness/server";
import { AT_LENGTH, expect, test } from "./harness/test";

const PAGES = ["/", "/jordan-lee", "/plans?type=dental", "/plan/1002/halden-dental-ppo-1500", "/cart"];
/** What the server draws and the store draws again. */
const SHOWN =
  "header img, header a[href$='/cart'], section:has(.i) p, main nav, main h1, main .lead, main img";

/** Title, texts and places of what stands on a page: as the server draws it, or as the store does. */
async function drawn(browser: Browser, url: string, width: number, by: "server" | "store") {
  const context = await browser.newContext({ viewport: { width, height: 844 } });
  const page = await context.newPage();
  if (by === "server") await page.route("**/assets/main-*.js", (route) => route.abort());
  await page.goto(url);
  if (by === "store") await page.locator("footer.site").waitFor();
  await page.evaluate(() => document.fonts.ready);
  const found = await page.locator(SHOWN).evaluateAll((all) =>
    all.map((one) => {
      const { left, top } = one.getBoundingClientRect();
      return `${one.tagName} ${one.textContent} ${Math.round(left)},${Math.round(top)}`;
    }),
  );
  const title = await page.title();
  await context.close();
  return { title, found };
}

for (const [brand, width, often] of [
  ["planfront", 390, {}],
  ["juniper", 1280, AT_LENGTH],
] as [BrandKey, number, object][]) {
  test(
    `what the server draws for ${brand} stands where the store draws it`,
    often,
    async ({ browser, server }) => {
      for (const path of PAGES) {
        const first = await drawn(browser, server.url(brand, path), width, "server");
        const then = await drawn(browser, server.url(brand, path), width, "store");
        expect(then.title, path).toBe(first.title);
        expect(first.found.length, path).toBeGreaterThan(3);
        expect(then.found, path).toEqual(expect.arrayContaining(first.found));
      }
    },
  );
}

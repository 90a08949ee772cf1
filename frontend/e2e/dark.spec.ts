import type { Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe";
import { signedIn } from "./harness/people";
import { shopAs } from "./harness/profile";
import { screenshots } from "./harness/screenshots";
import { expect, test } from "./harness/test";

const theme = (page: Page) => page.locator("html").getAttribute("data-theme");
const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test.use({ colorScheme: "dark" });

test("the store is as dark as the device, or as somebody chose, from the first paint on", async ({
  page,
  server,
}) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.body) document.documentElement.dataset.first ??= document.documentElement.dataset.theme;
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(server.url());
  await expect(page.locator("html")).toHaveAttribute("data-first", "dark");
  const night = await ground(page);
  const choices = page.getByRole("contentinfo").getByRole("group", { name: "Colors" });
  await expect(choices.getByRole("radio", { name: "Match my device" })).toBeChecked();
  const around = page.locator('meta[name="theme-color"]:not([media="not all"])');
  await expect(around).toHaveAttribute("data-for", "dark");

  await choices.getByRole("radio", { name: "Light" }).check();
  expect(await theme(page)).toBe("light");
  const day = await ground(page);
  expect(day).not.toBe(night);
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-first", "light");
  await expect.poll(() => ground(page)).toBe(day);

  await page.emulateMedia({ colorScheme: "light" });
  await choices.getByRole("radio", { name: "Dark" }).check();
  await expect.poll(() => ground(page)).toBe(night);
  await choices.getByRole("radio", { name: "Match my device" }).check();
  await expect.poll(() => ground(page)).toBe(day);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(() => ground(page)).toBe(night);
  // Paper stays light whatever the screen does.
  await page.emulateMedia({ colorScheme: "dark", media: "print" });
  await expect.poll(() => ground(page)).toBe("oklch(1 0 0)");
});

for (const brand of ["planfront", "copperline"] as const) {
  test(`every kind of page can be read by night: ${brand}`, async ({ page, server }) => {
    test.slow();
    await page.goto(server.url(brand));
    await expectAccessible(page);
    await screenshots(page, `dark-home-${brand}`);
    await shopAs(page, server, { brand, cart: [1001] });
    for (const path of [
      "/plans?open=all",
      "/plan/1001",
      "/cart",
      "/compare?plans=1001,1002",
      "/sign-in",
      "/nothing",
    ]) {
      await page.goto(server.url(brand, path));
      await expectAccessible(page);
      expect(await theme(page)).toBe("dark");
    }
    await screenshots(page, `dark-not-found-${brand}`);
  });
}

test("homes and the account can be read by night", async ({ page, server }) => {
  test.slow();
  await signedIn(page, server, "rep", "/agent-home");
  for (const path of ["/agent-home", "/book-of-business", "/quotes", "/account"]) {
    await page.goto(server.url("planfront", path));
    await expectAccessible(page);
  }
});

test("landing pages and the homes of the other brands can be read by night", async ({ page, server }) => {
  test.slow();
  for (const [brand, path] of [
    ["juniper", "/"],
    ["brightsmile", "/"],
    ["juniper", "/jordan-lee"],
    ["planfront", "/acme"],
  ] as const) {
    await page.goto(server.url(brand, path));
    await expectAccessible(page);
    expect(await theme(page)).toBe("dark");
  }
});

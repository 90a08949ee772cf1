import type { Page } from "@playwright/test";
import { shopAs } from "./harness/profile";
import { expect, test } from "./harness/test";

const TEXAS = { zip: "75201" };

/** Keeps what takes part in each view transition that a page starts. */
async function watchMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moves: string[][] = [];
    Object.assign(window, { moves });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      void transition.ready.then(() => {
        const parts = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement);
        moves.push(parts.filter((part) => part !== null));
      });
      return transition;
    };
  });
}

const moves = (page: Page) => page.evaluate(() => (window as unknown as { moves: string[][] }).moves);

test("the row of a list becomes the page of its plan, and chips make room for each other", async ({
  page,
  server,
}) => {
  await watchMoves(page);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await shopAs(page, server, TEXAS);
  await page.goto(server.url("planfront", "/plans?type=dental,vision,term_life&price=60"));
  await page.getByRole("button", { name: "Remove Dental Plans" }).click();
  await expect(page).toHaveURL(/type=vision,term_life&price=60/);
  await expect.poll(() => moves(page)).toHaveLength(1);
  const [chips] = await moves(page);
  expect(chips).toContain("::view-transition-old(chip-0)");
  expect(chips).toContain("::view-transition-group(chip-1)");

  const row = page.getByRole("article").first();
  const name = (await row.getByRole("heading").textContent()) ?? "";
  const more = row.getByRole("link", { name: /^More Info/ });
  const read = page.waitForResponse(/get-plan-detail/);
  await more.hover();
  await read;
  await more.click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeFocused();
  await expect.poll(() => moves(page)).toHaveLength(2);
  const [, grown] = await moves(page);
  expect(grown).toContain("::view-transition-group(plan-box)");
  expect(grown).toContain("::view-transition-group(plan-name)");
  await page.goBack();
  await expect(row.getByRole("heading").getByRole("link")).toBeFocused();
  await expect.poll(() => moves(page)).toHaveLength(3);
  const [, , folded] = await moves(page);
  expect(folded).toContain("::view-transition-group(plan-box)");
});

test("Back leads to the row that was left, where it stood", async ({ page, server }) => {
  await shopAs(page, server, TEXAS);
  await page.goto(server.url("planfront", "/plans?type=dental&open=all"));
  const row = page.getByRole("article").nth(7);
  await row.scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollBy(0, 120));
  const top = () => row.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const before = await top();
  const more = row.getByRole("link", { name: /^More Info/ });
  await more.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(row.getByRole("heading").getByRole("link")).toBeFocused();
  await expect.poll(top).toBe(before);
});

test("rows slide to their places when the order changes", async ({ page, server }) => {
  await page.addInitScript(() => {
    const slid: string[] = [];
    Object.assign(window, { slid });
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...args) {
      if (this.matches("article")) slid.push(JSON.stringify(args[0]));
      return animate.apply(this, args);
    };
  });
  const slid = () => page.evaluate(() => (window as unknown as { slid: string[] }).slid);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await shopAs(page, server, TEXAS);
  await page.goto(server.url("planfront", "/plans?type=dental&open=all"));
  await page.waitForLoadState("networkidle");
  await page.getByLabel("Sort").selectOption("high");
  await expect.poll(slid).toContainEqual(expect.stringContaining("translateY"));
  await page.emulateMedia({ reducedMotion: "reduce" });
  const before = await slid();
  await page.getByLabel("Sort").selectOption("name");
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.getByRole("article").first().getByRole("heading")).toContainText("Brightwater");
  expect(await slid()).toEqual(before);
});

test("nothing moves where motion is unwanted", async ({ page, server }) => {
  await watchMoves(page);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await shopAs(page, server, TEXAS);
  await page.goto(server.url("planfront", "/plans?type=dental,vision"));
  await page.getByRole("button", { name: "Remove Vision Plans" }).click();
  await page
    .getByRole("article")
    .first()
    .getByRole("link", { name: /^More Info/ })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  expect(await moves(page)).toEqual([]);
});

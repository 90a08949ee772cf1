/** Nothing is cut off or runs out of the page: large text, wide spacing, narrow phones, paper, forced colors. */
import type { Page } from "@playwright/test";
import { expectFits } from "./harness/axe";
import { openOffice, signedIn } from "./harness/people";
import { expect, test } from "./harness/test";
import { quote } from "./journeys/support";

const PATHS = ["/", "/plans", "/plan/1002", "/cart", "/enrollment/personal-info"];

const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

/** Text sizes and spacing as a reader sets them for all pages. */
async function readAs(page: Page, rules: string): Promise<void> {
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, rules);
}

const DOUBLE = "html { font-size: 200% !important }";
const SPACED =
  "* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }";

for (const language of ["en", "es"] as const)
  test(`pages fit with large and with spaced text (${language})`, async ({ page, server }) => {
    await quote(page, server, { language });
    for (const [size, rules] of [
      [390, DOUBLE],
      [1280, DOUBLE],
      [390, SPACED],
      [320, ""],
    ] as const) {
      await page.setViewportSize({ width: size, height: 844 });
      for (const path of PATHS) {
        await page.goto(server.url("planfront", path));
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await page.waitForLoadState("networkidle");
        await readAs(page, rules);
        await expect.poll(() => width(page), `${path} at ${size} with ${rules}`).toBeLessThanOrEqual(size);
      }
    }
  });

/** With letters of twice the size: no width of window makes the page scroll sideways, and no line lies on the next. */
async function expectFitsLarge(page: Page): Promise<void> {
  await expect(page.locator("h1").filter({ visible: true }).first()).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await page.waitForLoadState("networkidle");
  await readAs(page, DOUBLE);
  for (const size of [1280, 640, 390]) {
    await page.setViewportSize({ width: size, height: 844 });
    await expectFits(page);
  }
  const tight = await page.evaluate(() =>
    [...document.querySelectorAll("main *")].flatMap((element) => {
      const { fontSize, lineHeight } = getComputedStyle(element);
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      return hasText && Number.parseFloat(lineHeight) < 0.95 * Number.parseFloat(fontSize)
        ? [element.outerHTML.slice(0, 120)]
        : [];
    }),
  );
  expect(tight, `lines on each other at ${page.url()}`).toEqual([]);
}

/** The pages of who works with the store and of members; of a list, also the page of its first row. */
const DESKS = {
  rep: ["/quotes", "/agent-select-member", "/agent-home", "/book-of-business"],
  group: ["/group-home", "/group-home/people"],
  member: ["/coverage", "/coverage/details", "/coverage/payment"],
} as const;
const WITH_ROWS = ["/book-of-business", "/group-home/people"];

for (const who of ["rep", "group", "member"] as const)
  test(`pages of a ${who} fit with large text`, async ({ page, server }) => {
    const [first, ...others] = DESKS[who];
    await signedIn(page, server, who, first);
    await expectFitsLarge(page);
    for (const path of others) {
      await page.goto(server.url("planfront", path));
      await expectFitsLarge(page);
      if (!WITH_ROWS.includes(path)) continue;
      const row = await page.locator("main tbody a").first().getAttribute("href");
      await page.goto(server.url("planfront", row ?? ""));
      await expectFitsLarge(page);
    }
  });

test("lists of the back office fit with large text", async ({ browser, server }) => {
  const page = await openOffice(browser, server, "/backoffice/brands/brand/");
  await expectFitsLarge(page);
  for (const path of ["coverage/policy", "members/member", "imports/importrun"]) {
    await page.goto(server.url("planfront", `/backoffice/${path}/`));
    await expectFitsLarge(page);
  }
  await page.context().close();
});

test("names of categories are whole on a narrow phone", async ({ page, server }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await quote(page, server, { language: "es" });
  await page.goto(server.url());
  const tab = page
    .locator("main li a span")
    .filter({ hasText: "Planes suplementarios", visible: true })
    .last();
  await tab.scrollIntoViewIfNeeded();
  expect(await tab.evaluate((name) => name.scrollWidth - name.clientWidth)).toBeLessThanOrEqual(0);
});

test("a cart prints on one page, a comparison on three, a plan on four", async ({ page, server }) => {
  await quote(page, server);
  for (const [path, most] of [
    ["/cart", 1],
    ["/compare?plans=1002,1003", 3],
    ["/plan/1002", 4],
  ] as const) {
    await page.goto(server.url("planfront", path));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    const pdf = (await page.pdf({ format: "Letter" })).toString("latin1");
    const counts = [...pdf.matchAll(/\/Count (\d+)/g)].map((match) => Number(match[1]));
    expect(Math.max(...counts), path).toBeLessThanOrEqual(most);
  }
});

test("parts of a bar and plates of logos stay in forced colors", async ({ page, server }) => {
  await quote(page, server);
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto(server.url("planfront", "/plan/1002"));
  const bar = page.getByText(/^Plan pays \$/).first();
  await bar.scrollIntoViewIfNeeded();
  const fill = (name: string) =>
    page
      .getByText(new RegExp(`^${name} \\$`))
      .first()
      .evaluate((part) => getComputedStyle(part).backgroundColor);
  expect(await fill("Plan pays")).not.toBe(await fill("Your share"));
  const logo = page.locator("main img.carrier, main .carrier").first();
  expect(await logo.evaluate((image) => getComputedStyle(image).forcedColorAdjust)).toBe("none");
});

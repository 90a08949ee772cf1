/** Each brand tells its home page by its own recipe, with from-prices of the price engine. */

import type { Page } from "@playwright/test";
import { expectFits } from "./harness/axe";
import { shopAs } from "./harness/profile";
import type { BrandKey } from "./harness/server";
import { expect, test } from "./harness/test";

/** What a colour role is in the page as it is shown. */
const roleOf = (page: Page, role: string): Promise<string> =>
  page.evaluate((name) => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.backgroundColor = `var(--${name})`;
    const { backgroundColor } = getComputedStyle(probe);
    probe.remove();
    return backgroundColor;
  }, role);

const TOLD: [BrandKey, string, string, string[]][] = [
  [
    "planfront",
    "folder",
    "$36.85",
    ["Featured plans", "14 folders, one drawer", "See where every cent goes"],
  ],
  [
    "juniper",
    "editorial",
    "$36.85",
    ["Featured plans", "What we say before you sign", "Need help finding a plan?"],
  ],
  ["brightsmile", "face", "$38.77", ["Featured plans", "Dental", "What you pay at the office"]],
  ["copperline", "card", "$37.29", ["What one member's year looks like", "Featured plans", "On the board"]],
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
    // What stands below the fold comes with its figures.
    for (const text of order)
      await expect(page.getByRole("heading", { name: text, exact: true })).toBeAttached();
    const headings = await page.locator("main h2, main h3").allTextContents();
    const places = order.map((text) => headings.indexOf(text));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });
}

/** A brand, and what its header, a plan's card and the page behind it are made of. */
const MADE: [BrandKey, "page" | "surface" | "primary-fill", boolean][] = [
  ["planfront", "surface", true],
  ["juniper", "page", false],
  ["brightsmile", "primary-fill", false],
  ["copperline", "surface", true],
];

for (const [brand, bar, tabs] of MADE) {
  test(`${brand} keeps its header and surface from the list of plans to the cart`, async ({
    page,
    server,
  }) => {
    for (const path of ["/plans", "/cart"]) {
      await page.goto(server.url(brand, path));
      const header = page.locator("header.site > div").nth(1);
      await expect(header).toHaveCSS("background-color", await roleOf(page, bar));
    }
    await page.goto(server.url(brand, "/"));
    const plan = page.getByRole("article").filter({ hasText: "Halden Dental PPO 1500" });
    await expect(plan.locator("> :first-child")).toHaveCSS(
      "position",
      tabs || brand === "juniper" ? "absolute" : "static",
    );
    if (brand === "juniper") await expect(plan).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
    if (brand === "copperline") {
      // Warm paper: the hue of the amber primary, not of the grey tint.
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toContain(" 70)");
    }
  });
}

test("a group's dark logo stands on light ground in every header, by day and by night", async ({
  page,
  server,
}) => {
  for (const [colorScheme, brand, ground] of [
    ["light", "brightsmile", "surface"],
    ["dark", "brightsmile", "plate"],
    ["dark", "juniper", "plate"],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(server.url(brand, "/acme"));
    const logo = page.getByRole("banner").getByRole("link", { name: "Acme Manufacturing home" });
    await expect(logo.locator("img")).toHaveCSS("background-color", await roleOf(page, ground));
  }
});

test("brightsmile prints its logo on white, as it is drawn for paper", async ({ page, server }) => {
  await page.goto(server.url("brightsmile", "/cart"));
  const logo = page.getByRole("banner").getByRole("link", { name: "BrightSmile home" });
  await expect(logo).toHaveCSS("color-scheme", "dark");
  await page.emulateMedia({ media: "print" });
  await expect(logo).toHaveCSS("color-scheme", "light");
  await expect(page.locator("header.site > div").nth(1)).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
});

test("the drawer's tabs show their whole names in Spanish", async ({ page, server }) => {
  await page.addInitScript(() => localStorage.setItem("language", "es"));
  await page.goto(server.url("planfront", "/"));
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    const names = page.getByRole("region", { name: "14 carpetas, un cajón" }).getByRole("link");
    await expect(names.filter({ hasText: "Planes de ingreso por discapacidad" })).toBeVisible();
    const cut = await names.evaluateAll((links) =>
      links.flatMap((link) => [...link.children].filter((name) => name.scrollWidth > name.clientWidth + 1)),
    );
    expect(cut).toHaveLength(0);
  }
});

test("brightsmile's doors say the lowest price behind them, and its cards why a plan has none", async ({
  page,
  server,
}) => {
  await page.goto(server.url("brightsmile", "/"));
  await expect(page.getByRole("link", { name: /^Dental From cleanings/ })).toContainText(
    "From $38.77 /month",
  );
  // Other journeys change vision prices.
  await expect(page.getByRole("link", { name: /^Vision Exams/ })).toContainText(/From \$1\d\.\d\d \/month$/);

  await shopAs(page, server, {
    brand: "brightsmile",
    zip: "75201",
    tier: "IF",
    more: { spouse_dob: "09/02/1988", no_of_children: 2 },
  });
  await page.goto(server.url("brightsmile", "/"));
  await expect(page.getByRole("link", { name: /^Dental From cleanings/ })).toContainText(
    /\$\d+\.\d\d \/month$/,
  );
  const plans = page.getByRole("article");
  await expect(plans.filter({ hasText: "Brightwater Choice 3000" })).toContainText(
    "Plan not available for this tier.",
  );
  // Names stand in one line across the row all the same.
  const tops = await plans
    .getByRole("heading")
    .evaluateAll((names) => names.map((name) => Math.round(name.getBoundingClientRect().top)));
  expect(tops).toHaveLength(4);
  expect(new Set(tops).size).toBe(1);
});

test("brightsmile keeps its colour over the application, and no other page is wider for its edge", async ({
  page,
  server,
}) => {
  await shopAs(page, server, { brand: "brightsmile", cart: [1002], checkedOut: true });
  for (const path of ["/enrollment/personal-info", "/continue-enrollment"]) {
    await page.goto(server.url("brightsmile", path));
    const bar = page.locator("header.task > div");
    await expect(bar).toHaveCSS("background-color", await roleOf(page, "primary-fill"));
    await expect(bar.getByRole("link", { name: "Sign in" })).toHaveCSS(
      "color",
      await roleOf(page, "on-primary"),
    );
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(server.url("brightsmile", "/plans"));
  await expectFits(page);
});

/** What the engine works out for the sections, as each brand shows it. */
const SAID: [BrandKey, string, string[]][] = [
  ["planfront", "See where every cent goes", ["$104.85", "$27.81", "$5.00", "fees and membership included"]],
  [
    "juniper",
    "What we say before you sign",
    ["fillings after 3 months, crowns after 6 months", "a year with the membership"],
  ],
  ["brightsmile", "What you pay at the office", ["$650.00", "of $1,250.00, after 6 months"]],
  ["copperline", "What one member's year looks like", ["$567.48", "$642.48", "$1,380.00", "$737.52"]],
];

for (const [brand, title, figures] of SAID) {
  test(`${brand} says in figures: ${title}`, async ({ page, server }) => {
    await page.goto(server.url(brand, "/"));
    const section = page.getByRole("region", { name: title });
    for (const figure of figures) await expect(section).toContainText(figure);
  });
}

test("the lines of planfront's order add up to what is paid each month, and first", async ({
  page,
  server,
}) => {
  await page.goto(server.url("planfront", "/"));
  const section = page.getByRole("region", { name: "See where every cent goes" });
  await expect(section).toContainText("Recurring Monthly Cost");
  const amounts = await section.getByRole("definition").allTextContents();
  const cents = amounts.map((amount) => Math.round(Number(amount.replace(/[$,]/g, "")) * 100));
  const [first = 0, monthly = 0] = cents.splice(-2);
  expect(cents.reduce((sum, line) => sum + line, 0)).toBe(monthly);
  expect(first - monthly).toBe(15_00);
});

test("the rep of a recipe is also there when the home page is reached from the plans", async ({
  page,
  server,
}) => {
  await page.goto(server.url("juniper", "/plans"));
  await page.locator("header a.brand").click();
  await expect(page.getByText("Jordan Lee")).toBeVisible();
});

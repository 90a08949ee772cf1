import type { Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe";
import { showAllPlans } from "./harness/listing";
import { type Profile, shopAs } from "./harness/profile";
import { screenshots } from "./harness/screenshots";
import type { Server } from "./harness/server";
import { DENTAL } from "./harness/shopper";
import { expect, MAIN, test } from "./harness/test";

const PLANS = [
  { id: 1001, name: "Halden Preventive Plus" },
  DENTAL,
  { id: 1004, name: "Brightwater Choice Zero" },
  { id: 1005, name: "Brightwater Choice 3000" },
] as const;
const FIFTH = "Halden Ortho Plus";
/** Sold to families only, and to nobody here. */
const FAMILY = 1012;
const UNKNOWN = 9999;

const table = (page: Page) => page.getByRole("table", { name: "Plans side by side" });
const line = (page: Page, name: string | RegExp) =>
  table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name }) });
const tick = (page: Page, name: string) =>
  page.getByRole("checkbox", { name: `Compare ${name}`, exact: true });
const tray = (page: Page) => page.getByRole("region", { name: "Compare plans" });
const compared = (page: Page) => page.evaluate(() => localStorage.getItem("compare"));

async function compare(page: Page, server: Server, ids: number[], profile: Profile = {}): Promise<void> {
  await shopAs(page, server, profile);
  await page.goto(server.url(profile.brand, `/compare?plans=${ids.join(",")}`));
  await expect(page.getByRole("table")).toBeVisible();
}

test(
  "up to four plans of the listing stand side by side, and the choice stays",
  MAIN,
  async ({ page, server }) => {
    await shopAs(page, server);
    await page.goto(server.url("planfront", "/plans?type=dental"));
    await tick(page, PLANS[0].name).focus();
    await page.keyboard.press("Space");
    await expect(tray(page).getByText("Add one more plan")).toBeVisible();
    for (const { name } of PLANS.slice(1)) await tick(page, name).check();
    await expect(
      tray(page).getByText("You can compare up to 4 plans. Remove one to add another."),
    ).toBeVisible();
    await tick(page, FIFTH).focus();
    await page.keyboard.press("Space");
    await expect(tick(page, FIFTH)).not.toBeChecked();
    await expectAccessible(page);
    await screenshots(page, "compare-listing");
    expect(await compared(page)).toBe("1001,1002,1004,1005");

    await tray(page).getByRole("link", { name: "Compare 4 plans" }).click();
    await expect(page).toHaveURL(/\/compare\?plans=1001,1002,1004,1005$/);
    await expect(page).toHaveTitle(/^Compare plans – /);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    for (const { name } of PLANS) await expect(table(page).getByRole("columnheader", { name })).toBeVisible();
    await expect(line(page, "First month").getByRole("cell")).toHaveText([
      "$26.55 LowestWith the $5.00 membership",
      "$56.85With the $5.00 membership. Includes a one-time charge of $15.00",
      "$32.90With the $5.00 membership",
      "$54.90With the $5.00 membership",
    ]);
    await expect(line(page, "Fees").getByRole("cell").nth(1)).toContainText("Enrollment fee $15.00");
    await expect(line(page, "Deductible").getByRole("cell").nth(1)).toHaveText(
      "$50.00 per person, $150.00 per family",
    );
    await expect(line(page, "Annual maximum").getByRole("cell").nth(1)).toHaveText("$1,500.00");
    await expectAccessible(page);
    await screenshots(page, "compare");

    const before = await table(page).getByRole("rowheader").count();
    await page.getByRole("switch", { name: "Show only differences" }).focus();
    await page.keyboard.press("Space");
    await expect(page).toHaveURL(/only=diff/);
    await expect(line(page, "Category")).toHaveCount(0);
    expect(await table(page).getByRole("rowheader").count()).toBeLessThan(before);
    await page.keyboard.press("Space");
    await expect(table(page).getByRole("rowheader")).toHaveCount(before);

    const cell = (name: string) => table(page).getByRole("columnheader", { name });
    await cell(DENTAL.name).getByRole("button", { name: "Add to Cart" }).click();
    await expect(cell(DENTAL.name).getByRole("link", { name: "In cart" })).toBeVisible();
    await line(page, "Exclusions")
      .getByRole("cell")
      .filter({ hasText: DENTAL.name })
      .getByRole("button")
      .click();
    await expect(page.getByRole("dialog", { name: "Exclusions" })).toBeVisible();
    await page.keyboard.press("Escape");

    await table(page)
      .getByRole("button", { name: `Remove ${PLANS[3].name} from compare` })
      .click();
    await expect(page).toHaveURL(/plans=1001(,|%2C)1002(,|%2C)1004&?/);
    await page.getByRole("link", { name: "Add another plan" }).click();
    await expect(tick(page, PLANS[0].name)).toBeChecked();
    await showAllPlans(page);
    await expect(tick(page, PLANS[3].name)).not.toBeChecked();
    await tray(page).getByRole("button", { name: "Clear" }).click();
    await expect(tray(page)).toBeHidden();
    expect(await compared(page)).toBeNull();
  },
);

test("a plan without a price stays with its reason and the step that helps", async ({ page, server }) => {
  await compare(page, server, [DENTAL.id, FAMILY, UNKNOWN]);
  await expect(table(page).getByText("Plan not available for this tier.")).toBeVisible();
  await expect(table(page).getByText("We do not sell this plan here")).toBeVisible();
  await expectAccessible(page);
  await screenshots(page, "compare-refused");
  await table(page).getByRole("button", { name: "Change to “You and your children”" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Not now" }).click();
  await expect(table(page).getByText("Plan not available for this tier.")).toBeHidden();
  await table(page).getByRole("button", { name: "Remove it" }).click();
  await expect(table(page).getByText("We do not sell this plan here")).toBeHidden();
  expect(await compared(page)).toBe("1002,1012");
});

test("a shared address works without a quote, and on a phone the page scrolls and the table never does", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(server.url("juniper", `/compare?plans=${DENTAL.id},1005`));
  await expect(line(page, "Your price")).toContainText("Add your details to see prices");
  await expectAccessible(page);
  await page.getByLabel("Zip Code").fill("43215");
  await page.getByLabel("Gender").selectOption("1");
  await page.getByLabel("Choose Tier").selectOption("IO");
  await page.getByLabel("DOB").fill("04/17/1989");
  await page.keyboard.press("Enter");
  await expect(line(page, "Your price")).toContainText("$36.85");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await line(page, "Exclusions").scrollIntoViewIfNeeded();
  await expect(table(page).getByRole("columnheader", { name: DENTAL.name })).toBeInViewport();
  await expectAccessible(page);
  await screenshots(page, "compare-juniper");
});

test("copays and shares stand in dollars, and the best of a row is marked unless it is shared", async ({
  page,
  server,
}) => {
  await compare(page, server, [DENTAL.id, 1008, 1005], { zip: "75201" });
  await expect(line(page, /^Crown ?Typical/).getByRole("cell")).toHaveText([
    "$650.00$50 deductible, then 50%",
    "$325.00 Lowest$325 copay",
    "$650.00$50 deductible, then 50%",
  ]);
  await expect(line(page, /^Cleaning ?Typical/)).not.toContainText("Lowest");
  await expect(line(page, "Annual maximum").getByRole("cell")).toHaveText([
    "$1,500.00",
    "No limit Highest",
    "$3,000.00",
  ]);
  await expect(page.getByRole("region", { name: "In short" }).getByRole("listitem")).toHaveCount(3);
  await expect(page.getByText("Not stated")).toHaveCount(0);
});

test("a phone shows four plans two at a time", async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await compare(
    page,
    server,
    PLANS.map(({ id }) => id),
  );
  const head = (name: string) => table(page).getByRole("columnheader", { name });
  await expect(head(PLANS[1].name)).toBeVisible();
  await expect(head(PLANS[2].name)).toBeHidden();
  await page.getByRole("button", { name: "3–4 of 4" }).click();
  await expect(head(PLANS[3].name)).toBeVisible();
  await expect(head(PLANS[0].name)).toBeHidden();
});

test("the comparison reads in Spanish and prints on white", async ({ page, server }) => {
  await compare(page, server, [DENTAL.id, 1005, 1102], { brand: "copperline", language: "es" });
  await expect(page).toHaveTitle(/^Comparar planes – /);
  await expect(page.getByRole("switch", { name: "Mostrar solo las diferencias" })).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "Máximo anual" })).toBeVisible();
  await screenshots(page, "compare-copperline-es");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("switch")).toBeHidden();
  await expect(page.getByRole("table")).toBeVisible();
  await screenshots(page, "compare-print");
});

test("a plan's own page adds it, a rep's address keeps its prefix, and an address may name too many", async ({
  page,
  server,
}) => {
  await shopAs(page, server);
  await page.goto(server.url("planfront", `/plan/${DENTAL.id}/plan`));
  await tick(page, DENTAL.name).check();
  await expect(tray(page).getByText(DENTAL.name)).toBeVisible();
  await page.goto(server.url("planfront", "/compare?plans=1001,1002,1004,1005,1101,junk"));
  await expect(
    page.getByText("You can compare up to 4 plans. Remove one to add another.").first(),
  ).toBeVisible();
  await expect(table(page).getByRole("columnheader", { name: /^(Halden|Brightwater)/ })).toHaveCount(4);
  await page.goto(server.url("planfront", `/compare?plans=${DENTAL.id},${UNKNOWN}`));
  await expect(table(page).getByText("We do not sell this plan here")).toBeVisible();
  expect(await compared(page)).toBe(String(DENTAL.id));
  await page.goto(server.url("planfront", "/jordan-lee/compare"));
  await expect(page).toHaveURL(new RegExp(`/jordan-lee/compare\\?plans=${DENTAL.id}$`));
  await page.getByRole("link", { name: "Add another plan" }).click();
  await expect(page).toHaveURL(/\/jordan-lee\/plans$/);
  await tray(page).getByRole("button", { name: "Clear" }).click();
  await page.goto(server.url("planfront", "/compare"));
  await expect(page.getByText("No plans chosen yet")).toBeVisible();
});

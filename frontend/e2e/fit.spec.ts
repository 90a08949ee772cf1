import type { Page } from "@playwright/test";
import { expectAccessible, expectFits } from "./harness/axe";
import { shopAs } from "./harness/profile";
import { screenshots } from "./harness/screenshots";
import { AT_LENGTH, expect, test } from "./harness/test";

const FAMILY = { zip: "75201", tier: "IF", more: { spouse_dob: "09/02/1988", no_of_children: 2 } } as const;
const questions = (page: Page) => page.getByRole("form", { name: "Three questions" });
const answer = (page: Page) => page.getByRole("region", { name: /^(With|No plan)/ });
const names = (page: Page) => answer(page).getByRole("heading", { level: 3 });

test("a family whose child needs braces finds its plan from the list, by keyboard, and takes it", async ({
  page,
  server,
}) => {
  await shopAs(page, server, FAMILY);
  await page.goto(server.url("planfront", "/plans?type=dental"));
  await page.getByRole("link", { name: "Which plan fits me?" }).press("Enter");
  await expect(page).toHaveURL(/\/plan-fit$/);
  await questions(page).getByRole("checkbox", { name: "Braces" }).press("Space");
  const thumb = questions(page).getByRole("slider", { name: "Maximum monthly price" });
  await expect(thumb).toBeVisible();
  await page.goto(server.url("planfront", "/plan-fit?care=checkups,braces&price=90"));
  await expect(questions(page).getByText("Up to $90")).toBeVisible();
  await questions(page).getByRole("radio", { name: "Any good one nearby" }).press("Space");
  await expect(page).toHaveURL(/\/plan-fit\?care=checkups,braces&price=90&provider=any$/);
  await expect(names(page).first()).toHaveText("Brightwater Metro DHMO");
  await expect(names(page)).toHaveCount(3);
  await expect(page.getByRole("status").filter({ hasText: /^With checkups and braces,/ })).toHaveCount(1);
  const first = answer(page).getByRole("listitem").filter({ hasText: "Brightwater Metro DHMO" }).first();
  await expect(first.getByText(/^Braces: you pay \$2,430\.00/)).toBeVisible();
  await expect(first.getByText("Lowest yearly cost")).toBeVisible();
  await expectAccessible(page);
  await screenshots(page, "plan-fit");
  await first.getByRole("button", { name: /^Add to Cart/ }).press("Enter");
  await expect(first.getByRole("link", { name: /^In cart/ })).toBeFocused();
  await page.reload();
  await expect(questions(page).getByRole("checkbox", { name: "Braces" })).toBeChecked();
});

test("a budget below every price names the nearest plan; nobody has to know what care to expect", async ({
  page,
  server,
}) => {
  await shopAs(page, server, { zip: "75201" });
  await page.goto(server.url("planfront", "/plan-fit?price=5"));
  await expect(answer(page).getByRole("heading", { level: 2 })).toHaveText(
    "No plan costs $5.00 a month or less. The closest is Brightwater Metro DHMO, at $12.74 more.",
  );
  await questions(page).getByRole("checkbox", { name: "I don't know" }).click();
  await expect(page).toHaveURL(/care=unknown/);
  await questions(page).getByRole("checkbox", { name: "New glasses" }).click();
  await expect(page).toHaveURL(/care=glasses/);
  await expect(questions(page).getByRole("group", { name: "Which eye doctor?" })).toBeVisible();
  await page.getByRole("link", { name: "See all 7 plans by yearly cost" }).click();
  await expect(page).toHaveURL(/\/plans\?type=vision&sort=year&open=all&year=glasses/);
});

test("on a phone the first plan is named while the questions are answered, and leads to why", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await shopAs(page, server, FAMILY);
  await page.goto(server.url("planfront", "/plan-fit?care=checkups,braces&price=90"));
  await expect(page.getByText(/^Brightwater Metro DHMO \$[0-9.]+ a month$/)).toBeInViewport();
  await page.getByRole("button", { name: "See why" }).click();
  const heading = answer(page).getByRole("heading", { level: 2 });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
});

test("without a quote the four answers come first", async ({ page, server }) => {
  await page.goto(server.url("planfront", "/plan-fit"));
  await expect(page.getByRole("heading", { level: 1, name: "Which plan fits me" })).toBeVisible();
  await expect(page.getByLabel("Zip Code")).toBeVisible();
  await expect(questions(page)).toHaveCount(0);
  await expectAccessible(page);
});

for (const [brand, language] of [
  ["juniper", "es"],
  ["copperline", "en"],
] as const) {
  test(`which plan fits can be read in ${brand}, ${language}`, AT_LENGTH, async ({ page, server }) => {
    await shopAs(page, server, { ...FAMILY, brand, language });
    await page.goto(server.url(brand, "/plan-fit?care=checkups,crown,braces,glasses&provider=keep"));
    await page.waitForLoadState("networkidle");
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await expectFits(page);
      await expectAccessible(page);
    }
  });
}

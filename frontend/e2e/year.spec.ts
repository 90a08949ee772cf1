import type { Page } from "@playwright/test";
import { expectAccessible, expectFits } from "./harness/axe";
import { shopAs } from "./harness/profile";
import { screenshots } from "./harness/screenshots";
import { AT_LENGTH, expect, test } from "./harness/test";

const FAMILY = { zip: "75201", tier: "IF", more: { spouse_dob: "09/02/1988", no_of_children: 2 } } as const;
const PLAN = "/plan/1002/halden-dental-ppo-1500";
const year = (page: Page) => page.getByRole("region", { name: "A year with this plan" });
const verdict = (page: Page) => year(page).getByRole("heading", { level: 3, name: /with this plan/ });

test("the year stands open with two plans; a tab, another plan and a service change what it says", async ({
  page,
  server,
}) => {
  await shopAs(page, server, FAMILY);
  await page.goto(server.url("planfront", `${PLAN}?beside=1010`));
  await expect(verdict(page)).toHaveText(
    /^Healthy year: You pay \$1,355\.88 with this plan, \$1,740\.00 without/,
  );
  const tabs = year(page).getByRole("group", { name: "What happens during the year" });
  await expect(tabs.getByRole("radio", { name: "Healthy year" })).toBeChecked();

  await tabs.getByRole("radio", { name: "A crown" }).click();
  // What the plan pays of the crown hangs on the wait, and so on the month the plan starts in.
  await expect(verdict(page)).toHaveText(
    /^A crown: You pay \$[\d,.]+ with this plan, \$2,990\.00 without insurance\.$/,
  );
  await expect(page).toHaveURL(/beside=1010&year=crown$/);
  await expect(
    year(page).getByText("$984.12 less over the year. You come out ahead from February on."),
  ).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "You pay $2,005.88 with this plan" })).toHaveCount(
    1,
  );
  await expect(year(page).getByText("September is after the 6-month wait.")).toBeVisible();
  const sum = year(page).getByRole("table", { name: "How the year adds up" });
  await expect(sum.getByRole("row", { name: /^Crown, in September/ })).toContainText("$650.00");
  await expectAccessible(page);
  await screenshots(page, "plan-year");

  await year(page).getByLabel("Compare with").selectOption({ label: "No other plan" });
  await expect(page).toHaveURL(/beside=none/);
  await expect(sum.getByRole("columnheader")).toHaveText([
    "Part of the year",
    "PPO 1500",
    "Without insurance",
  ]);
  await page.reload();
  await expect(tabs.getByRole("radio", { name: "A crown" })).toBeChecked();
  await expect(year(page).getByLabel("Compare with")).toHaveValue("0");

  await year(page).getByRole("button", { name: "Change the care" }).press("Enter");
  await expect(year(page).getByLabel("Service 6", { exact: true })).toHaveValue("crown");
  await expect(year(page).getByLabel("For").first()).toHaveValue("everyone");
  await year(page).getByRole("button", { name: "Remove service 6" }).press("Enter");
  await expect(verdict(page)).toHaveText("You pay $1,355.88 with this plan, $1,740.00 without insurance.");
  await expect(tabs.getByRole("radio", { checked: true })).toHaveCount(0);
  await tabs.getByRole("radio", { name: "Braces" }).click();
  await expect(year(page).getByText("doesn't pay for braces in the first 12 months")).toBeVisible();
  const amount = sum.getByRole("cell", { name: "$1,280.88" });
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectFits(page);
    const [own, around] = [await amount.boundingBox(), await sum.boundingBox()];
    expect((own?.x ?? 0) + (own?.width ?? 0)).toBeCloseTo((around?.x ?? 0) + (around?.width ?? 0), 0);
  }
});

test("a plan that is compared already stands beside; a vision plan has years of its own", async ({
  page,
  server,
}) => {
  await shopAs(page, server, { zip: "43215" });
  await page.evaluate(() => localStorage.setItem("compare", "1002,1005"));
  await page.goto(server.url("planfront", PLAN));
  await expect(year(page).getByLabel("Compare with")).toHaveValue("1005");
  await page.goto(server.url("planfront", "/plan/1102/vision?year=crown"));
  await expect(year(page).getByRole("radio")).toHaveCount(3);
  await expect(verdict(page)).toHaveText(/^Healthy year:/);
});

test("the last figures stand dimmed until new ones are there", async ({ page, server }) => {
  await shopAs(page, server, FAMILY);
  await page.goto(server.url("planfront", `${PLAN}?beside=none`));
  await expect(verdict(page)).toHaveText(/^Healthy year:/);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/get-plan-year-cost", async (route) => {
    await answered;
    await route.continue();
  });
  await year(page).getByRole("radio", { name: "A crown" }).click();
  const figures = year(page).locator("[aria-busy=true]");
  await expect(figures).toHaveCSS("opacity", "0.55");
  await expect(figures).toContainText("$1,740.00");
  answer();
  await expect(verdict(page)).toHaveText(/^A crown:/);
  await expect(figures).toHaveCount(0);
});

for (const [brand, language] of [
  ["juniper", "es"],
  ["copperline", "en"],
] as const) {
  test(`a year with a plan can be read in ${brand}, ${language}`, AT_LENGTH, async ({ page, server }) => {
    await shopAs(page, server, { ...FAMILY, brand, language });
    await page.goto(server.url(brand, `${PLAN}?year=glasses`));
    await page.waitForLoadState("networkidle");
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await expectFits(page);
      await expectAccessible(page);
    }
  });
}

test("a press shows the year with one child more or less, and the way back to one's own", async ({
  page,
  server,
}) => {
  await shopAs(page, server, FAMILY);
  await page.goto(server.url("planfront", `${PLAN}?beside=none`));
  await expect(verdict(page)).toHaveText(/\$1,740\.00 without/);
  await year(page).getByRole("button", { name: "Add a child" }).press("Enter");
  await expect(year(page).getByText("With 3 children.")).toBeVisible();
  await expect(verdict(page)).toHaveText(/\$2,175\.00 without/);
  await expect(year(page).getByRole("button", { name: "Add a child" })).toBeFocused();
  await year(page).getByRole("button", { name: "As in your search" }).press("Enter");
  await expect(year(page).getByText("With 2 children.")).toBeVisible();
  await year(page).getByRole("button", { name: "Remove a child" }).press("Enter");
  await expect(verdict(page)).toHaveText(/\$1,305\.00 without/);
  await expect(year(page).getByRole("button", { name: "Remove a child" })).toHaveCount(0);
  await expect(year(page).getByRole("button", { name: "Add a child" })).toBeFocused();
  await expectAccessible(page);
  await screenshots(page, "plan-year-children");
});

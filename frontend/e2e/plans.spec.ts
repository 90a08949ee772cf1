import type { Page } from "@playwright/test";
import { shopAs } from "./harness/profile";
import { expect, test } from "./harness/test";

const chips = (page: Page) => page.getByRole("group", { name: "Selected categories" });
const row = (page: Page, name: string) => page.getByRole("article").filter({ hasText: name });

test("categories are picked by keyboard and live in an address that Back and a reload keep", async ({
  page,
  server,
}) => {
  await shopAs(page, server);
  await page.goto(server.url("planfront", "/plans"));
  const dental = page.getByRole("checkbox", { name: /^Dental Plans/ });
  const vision = page.getByRole("checkbox", { name: /^Vision Plans/ });
  await dental.press("Space");
  await expect(page).toHaveURL(/\/plans\?type=dental$/);
  await expect(dental).toBeFocused();
  await expect(page.getByText("14 plans, 11 are priced for you")).toBeAttached();
  await vision.press("Space");
  await expect(page).toHaveURL(/\/plans\?type=dental,vision$/);
  await page.goBack();
  await expect(vision).not.toBeChecked();
  await page.goForward();
  await page.reload();
  await expect(page.getByRole("heading", { level: 2, name: /^Vision Plans/ })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: /^Pet/i })).toHaveCount(0);

  await chips(page).getByRole("button", { name: "Remove Dental Plans" }).press("Enter");
  await expect(chips(page).getByRole("button", { name: "Remove Vision Plans" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/plans$/);
  await expect(vision).toBeFocused();
});

test("a selection without plans is cleared with a word, and Back does not lead to it again", async ({
  page,
  server,
}) => {
  await shopAs(page, server);
  await page.goto(server.url("planfront", "/cart"));
  await page.goto(server.url("planfront", "/plans?type=nothing"));
  await expect(page.getByText("No Plans are available for your selection")).toBeVisible();
  await expect(page).toHaveURL(/\/plans$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/cart$/);
  await page.goto(server.url("planfront", "/plans?type=dental,nothing"));
  await expect(page.getByRole("heading", { level: 1, name: "Dental Plans" })).toBeVisible();
  await expect(chips(page).getByRole("button", { name: /^Remove/ })).toHaveCount(1);
});

test("a saved search and the step that helps leave the focus where one goes on", async ({ page, server }) => {
  await shopAs(page, server);
  await page.goto(server.url("planfront", "/plans?type=dental"));
  const refused = row(page, "Family Essentials Bundle");
  await expect(refused.getByText("Plan not available for this tier.")).toBeVisible();
  await refused.getByRole("button", { name: "Change to “You and your children”" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Who is covered with you?" });
  await dialog.getByRole("button", { name: "Update prices" }).click();
  await expect(dialog.getByText("Field is required")).toBeVisible();
  await expect(dialog.getByLabel("Number of children")).toBeFocused();
  await expect(dialog.getByLabel("Number of children").getByRole("option")).toHaveCount(10);
  await dialog.getByLabel("Number of children").selectOption("2");
  await dialog.getByRole("button", { name: "Update prices" }).click();
  await expect(dialog).toBeHidden();
  await expect(refused.getByRole("button", { name: /^Add to Cart/ })).toBeVisible();
  await expect(refused.getByRole("link", { name: "Family Essentials Bundle", exact: true })).toBeFocused();

  const edit = page.getByRole("button", { name: "Edit", exact: true });
  await edit.press("Enter");
  await page.getByLabel("Choose Tier").selectOption("IO");
  await page.getByRole("button", { name: "Update prices" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dental Plans");
  await expect(edit).toBeFocused();
});

test("answers changed in one tab are those of the other tab", async ({ page, context, server }) => {
  await shopAs(page, server);
  await page.goto(server.url("planfront", "/plans"));
  await expect(page.getByRole("heading", { level: 1, name: "Plans for you", exact: true })).toBeVisible();
  const other = await context.newPage();
  await other.goto(server.url("planfront", "/plans"));
  await other.getByRole("button", { name: "Edit", exact: true }).click();
  await other.getByLabel("Choose Tier").selectOption("IC");
  await other.getByRole("button", { name: "Update prices" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Plans for you and your children" }),
  ).toBeVisible();
});

test("the wizard takes five digits of a zip code", async ({ page, server }) => {
  await page.goto(server.url("planfront", "/"));
  await page.getByRole("button", { name: "FIND A PLAN" }).first().click();
  const zip = page.getByRole("dialog").getByLabel("Zip code");
  await zip.pressSequentially("4321567");
  await expect(zip).toHaveValue("43215");
});

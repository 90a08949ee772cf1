import { expectAccessible } from "./harness/axe";
import { expect, test } from "./harness/test";

const PLAN = "/backoffice/catalog/plan/1101/change/";

test("the table that shoppers read is typed in a grid, in both languages, and stands in the store as typed", async ({
  page,
  server,
}) => {
  await page.goto(server.url("planfront", `/backoffice/login/?next=${PLAN}`));
  await page.locator("input[name=username]").fill("admin@demo.test");
  await page.locator("input[name=password]").fill("planfront-demo");
  await page.locator("input[name=password]").press("Enter");
  const openTexts = () =>
    page
      .locator("#content a, #content button")
      .filter({ hasText: /^\s*Texts/ })
      .first()
      .click();
  await openTexts();
  const grid = page.getByRole("group", { name: "Benefits table, English and Spanish" });
  await expect(page.locator("textarea[name=benefits]")).toBeHidden();
  const care = grid.getByRole("textbox", { name: "Care", exact: true });
  const count = await care.count();

  // Enter goes down the column, and past its end to a new row.
  await care.last().press("Enter");
  await expect(care).toHaveCount(count + 1);
  await page.keyboard.type("Glasses for sport [Every second year]");
  await grid.getByRole("textbox", { name: "Care, in Spanish" }).last().fill("Gafas deportivas");
  const paid = grid.getByRole("textbox", { name: /^Glasses for sport .*: In network$/ });
  await paid.fill("$40 | a pair");
  await page.keyboard.press("Alt+ArrowUp");
  await expect(grid.getByRole("status")).toHaveText(
    `Glasses for sport [Every second year] is in place ${count} of ${count + 1}.`,
  );
  await expectAccessible(page);
  await page.locator("[data-publish]").click();

  await openTexts();
  await expect(paid).toHaveValue("$40 / a pair");
  await page.goto(server.url("planfront", "/plan/1101"));
  await expect(page.getByText("Glasses for sport").first()).toBeVisible();
});

import { expectAccessible } from "./harness/axe";
import { expect, test } from "./harness/test";

const PLAN = "/backoffice/catalog/plan/1101/change/";

test("staff type what a plan pays in a grid, by the keyboard, and what isn't read is said at its cell", async ({
  page,
  server,
}) => {
  await page.goto(server.url("planfront", `/backoffice/login/?next=${PLAN}`));
  await page.locator("input[name=username]").fill("admin@demo.test");
  await page.locator("input[name=password]").fill("planfront-demo");
  await page.locator("input[name=password]").press("Enter");
  await page.locator("#tabs-items").getByRole("link", { name: "Services" }).click();
  const grid = page.locator("[data-care]");
  const rows = grid.locator("[data-care-row]");
  const count = await rows.count();

  // Enter goes down, past the last row to a new one.
  await rows
    .last()
    .getByRole("textbox", { name: /: Care$/ })
    .press("Enter");
  await expect(rows).toHaveCount(count + 1);
  await page.keyboard.type("Glasses for work");
  await page.keyboard.press("Alt+ArrowUp");
  await expect(grid.getByRole("status")).toHaveText(`Glasses for work is in place ${count} of ${count + 1}.`);
  const added = rows.nth(count - 1);
  await added.getByRole("textbox", { name: /in network$/ }).fill("twenty");
  await page.locator("[data-publish]").click();

  await page
    .locator("#tabs-items")
    .getByRole("link", { name: /Services/ })
    .click();
  const cell = grid.locator("[aria-invalid]");
  await expect(cell).toHaveValue("twenty");
  await expect(cell).toHaveAccessibleDescription(/^“twenty” isn't an amount we can read\./);
  await expectAccessible(page);
  await cell.fill("$20, after deductible");
  await page.locator("[data-publish]").click();
  await page
    .locator("#tabs-items")
    .getByRole("link", { name: /Services/ })
    .click();
  await expect(grid.getByRole("textbox", { name: "Glasses for work: Member pays in network" })).toHaveValue(
    "$20, after deductible",
  );
});

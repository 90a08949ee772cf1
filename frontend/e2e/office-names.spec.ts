import { expectAccessible } from "./harness/axe";
import { expect, test } from "./harness/test";

/** Lists whose forms have every kind of field: choices that are searched, two lists side by side, rows that are added. */
const LISTS = ["catalog/plan/", "parties/agent/", "parties/group/", "members/member/"];

test("fields, lists and parts of the back office have names and roles", async ({ page, server }) => {
  test.slow();
  await page.goto(server.url("planfront", "/backoffice/"));
  await expect(page.locator("input[name=username]")).toBeVisible();
  await expectAccessible(page);
  await page.locator("input[name=username]").fill("admin@demo.test");
  await page.locator("input[name=password]").fill("planfront-demo");
  await page.locator("input[name=password]").press("Enter");
  await expect(page.getByRole("heading", { name: /^Good / })).toBeVisible();
  await expectAccessible(page);
  for (const list of LISTS) {
    await page.goto(server.url("planfront", `/backoffice/${list}`));
    await expectAccessible(page);
    const row = await page.locator(`#result_list a[href*="/change/"]`).first().getAttribute("href");
    await page.goto(new URL(row ?? "", page.url()).href);
    await expect(page.getByRole("navigation", { name: "Menu" })).toBeAttached();
    await expectAccessible(page);
  }
});

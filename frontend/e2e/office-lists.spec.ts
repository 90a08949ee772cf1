import { expectAccessible, expectFits } from "./harness/axe";
import { expect, test } from "./harness/test";

test("every list of the back office fits a page of 1280 px, and says things in one form", async ({
  page,
  server,
}) => {
  test.slow();
  await page.goto(server.url("planfront", "/backoffice/login/?next=/backoffice/"));
  await page.locator("input[name=username]").fill("admin@demo.test");
  await page.locator("input[name=password]").fill("planfront-demo");
  await page.locator("input[name=password]").press("Enter");
  await expect(page.getByRole("heading", { name: /^Good / })).toBeVisible();
  const lists = await page
    .locator("#nav-sidebar-apps a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(lists.length).toBeGreaterThan(40);
  for (const list of lists) {
    await page.goto(server.url("planfront", list));
    await expectFits(page);
    const rolls = await page.locator("#result_list").evaluateAll((tables) =>
      tables.flatMap((table) => {
        const wide: string[] = [];
        for (let box = table.parentElement; box && box.id !== "content"; box = box.parentElement)
          if (/auto|scroll/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth + 1)
            wide.push(`${box.className}: ${box.scrollWidth - box.clientWidth}`);
        return wide;
      }),
    );
    expect(rolls, list).toEqual([]);
  }

  await page.goto(server.url("planfront", "/backoffice/coverage/policy/"));
  const row = page.getByRole("row").filter({ hasText: "PF-5001-1002" });
  await expect(row).toContainText("Halden Dental PPO 1500 PF-5001-1002");
  await expect(row).toContainText(/\$\d+\.\d\d a month/);
  await expectAccessible(page);
  await page.goto(server.url("planfront", "/backoffice/parties/group/"));
  await page.locator("#result_list tbody a").first().click();
  await expect(page.locator("#submit-row").getByRole("link", { name: /Delete/ })).toHaveCount(0);
  const more = page.locator("summary[aria-label='More of this group']");
  await more.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "History" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Delete group" })).toHaveCount(0); // it has people, so it is ended
  await expectAccessible(page);
});

test("a plan's texts stand side by side, and the preview follows what is typed", async ({ page, server }) => {
  await page.goto(server.url("planfront", "/backoffice/login/?next=/backoffice/catalog/plan/1002/change/"));
  await page.locator("input[name=username]").fill("admin@demo.test");
  await page.locator("input[name=password]").fill("planfront-demo");
  await page.locator("input[name=password]").press("Enter");
  await page.getByText("Texts", { exact: true }).click();
  const spanish = page.getByLabel("Blue bar (Spanish)");
  const missing = page.locator("#id_blueBarText_es_missing");
  await expect(missing).toBeHidden();
  await spanish.fill("");
  await expect(missing).toHaveText("Missing. Spanish shoppers read the English.");
  await page.getByLabel("Badges", { exact: true }).fill("Most chosen");
  await page.getByText("Preview", { exact: true }).click();
  await expect(page.locator("[data-shown=en]")).toContainText("Most chosen");
  await expectAccessible(page);
});

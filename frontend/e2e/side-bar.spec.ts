import { expectAccessible, expectFits } from "./harness/axe";
import { expect, test } from "./harness/test";

test("the side bar folds out by keyboard, becomes a rail of signs and, on a phone, a menu", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(server.url("planfront", "/backoffice/login/?next=/backoffice/"));
  await page.locator("input[name=username]").fill("admin@demo.test");
  await page.locator("input[name=password]").fill("planfront-demo");
  await page.locator("input[name=password]").press("Enter");
  const menu = page.getByRole("navigation", { name: "Menu" });
  await expect(menu.getByRole("heading")).toHaveText(["Work", "Shop", "System"]);
  await expect(menu.getByRole("link", { name: /^Waiting for me \d+ to do$/ })).toBeVisible();

  // The whole row of a word with other pages leads there, not only its letters.
  for (const name of ["Policies", "Brands"]) {
    const row = menu.getByRole("link", { name, exact: true });
    const { width = 0, height = 0 } = (await row.boundingBox()) ?? {};
    await row.click({ trial: true, position: { x: width * 0.7, y: height / 2 } });
  }

  const twins = menu.getByRole("link", { name: "Possible duplicate members 1 to do" });
  await expect(twins).toBeHidden();
  await menu.locator("summary[aria-label='More of People']").focus();
  await page.keyboard.press("Enter");
  await expect(twins).toBeVisible();
  await twins.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Possible duplicate members");
  await expect(menu.locator("[aria-current=page]")).toHaveText(/Possible duplicate members/);
  const [words, account] = [page.locator("#nav-sidebar-apps"), menu.locator(".nav-me")];
  const end = await words.evaluate((part) => part.getBoundingClientRect().bottom);
  expect(await account.evaluate((part) => part.getBoundingClientRect().top)).toBe(end);
  await expectAccessible(page);

  await page.setViewportSize({ width: 1000, height: 800 });
  await expect(twins).toBeHidden();
  await expect(menu.getByRole("link", { name: "Policies" })).toBeVisible();
  await expectAccessible(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(menu).toBeHidden();
  await page.getByRole("button", { name: "Menu" }).press("Enter");
  await expect(twins).toBeVisible();
  await expect(page.getByRole("button", { name: "Close the menu" })).toBeFocused();
  await expectAccessible(page);
  await expectFits(page);
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(page.getByRole("button", { name: "Menu" })).toBeFocused();
});

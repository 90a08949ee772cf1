import { expectAccessible } from "./harness/axe";
import { screenshots } from "./harness/screenshots";
import { expect, MAIN, test } from "./harness/test";

test(
  "staff begin the day with what waits, and go on to the one next step and to the tables by keyboard",
  MAIN,
  async ({ page, server }) => {
    await page.goto(server.url("planfront", "/backoffice/login/?next=/backoffice/"));
    await page.locator("input[name=username]").fill("admin@demo.test");
    await page.locator("input[name=password]").fill("planfront-demo");
    await page.locator("input[name=password]").press("Enter");
    await expect(
      page.getByRole("heading", { name: /^Good (morning|afternoon|evening), Robin$/ }),
    ).toBeVisible();
    await expect(page.getByText("Enrollments today")).toBeVisible();

    const waiting = page.getByRole("region", { name: "Waiting for you", exact: true });
    await expect(waiting.getByRole("listitem").first()).toContainText("Otto Lindqvist and Otto Lindqvist");
    await expect(waiting.getByRole("link", { name: "Possible duplicate members" })).toBeHidden();
    await waiting.getByText(/^All \d+ open tasks$/).focus();
    await page.keyboard.press("Enter");
    await expect(waiting.getByRole("link", { name: "Possible duplicate members 1" })).toBeVisible();
    await expectAccessible(page);
    await screenshots(page, "today");

    await waiting.getByLabel(/^More for Otto Lindqvist/).press("Enter");
    await expectAccessible(page);
    await screenshots(page, "today-menu");
    await waiting.getByRole("button", { name: "Remind me tomorrow at 9" }).press("Enter");
    await expect(waiting.getByRole("status")).toHaveText(
      /^Back on [\d/]+: Otto Lindqvist and Otto Lindqvist$/,
    );
    await expect(waiting.getByRole("link", { name: /^Compare: Otto Lindqvist/ })).toBeHidden();
    await expectAccessible(page);
    await screenshots(page, "today-marked");
    await page.keyboard.press("Tab");
    await expect(waiting.getByRole("button", { name: /^Undo: Otto Lindqvist/ })).toBeFocused();
    await page.keyboard.press("Enter");
    await waiting.getByRole("link", { name: /^Compare: Otto Lindqvist/ }).press("Enter");
    await expect(page).toHaveURL(/\/members\/duplicatemember\//);
    await page.goBack();
    const funnel = page.getByRole("region", { name: "From visit to enrollment", exact: true });
    await funnel.getByRole("link", { name: "Table" }).press("Enter");
    await expect(page).toHaveURL(/\/backoffice\/dashboard\/#figure-funnel$/);
    await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  },
);

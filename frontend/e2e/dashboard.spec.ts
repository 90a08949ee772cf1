import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe";
import { screenshots } from "./harness/screenshots";
import { expect, test } from "./harness/test";

/** A file that a link of the page leads to. */
async function downloaded(page: Page, name: string): Promise<{ name: string; lines: string[] }> {
  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name }).press("Enter");
  const file = await waiting;
  const text = await readFile(await file.path(), "utf8");
  return { name: file.suggestedFilename(), lines: text.replace("\uFEFF", "").trim().split(/\r?\n/) };
}

test("staff read the dashboard by keyboard, take a table along and follow what an enrollment went through", async ({
  page,
  server,
}) => {
  await page.goto(server.url("planfront", "/backoffice/login/?next=/backoffice/dashboard/"));
  await page.locator("input[name=username]").fill("admin@demo.test");
  await page.locator("input[name=password]").fill("planfront-demo");
  await page.locator("input[name=password]").press("Enter");
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await page.getByRole("link", { name: "90 days" }).press("Enter");
  await expect(page).toHaveURL(/\?days=90$/);
  await expect(page.getByRole("link", { name: "90 days" })).toHaveAttribute("aria-current", "page");

  const funnel = page.getByRole("region", { name: "From visit to enrollment", exact: true });
  const steps = page.getByRole("region", { name: "Where applications stop", exact: true });
  for (const figure of [funnel, steps]) {
    await expect(figure.getByRole("table")).toBeHidden();
    await figure.getByText("Show as a table").focus();
    await page.keyboard.press("Enter");
    await expect(figure.getByRole("table")).toBeVisible();
  }
  await expect(funnel.getByRole("row", { name: /^Planfront / })).toBeVisible();
  await expectAccessible(page);
  await screenshots(page, "dashboard");
  const file = await downloaded(page, "From visit to enrollment as CSV");
  expect(file.name).toMatch(/^funnel-\d{4}-\d\d-\d\d\.csv$/);
  expect(file.lines[0]).toBe("Brand,Visits,Quotes,Carts,Applications,Enrollments,Of quotes");

  await page.getByRole("combobox", { name: "Brand" }).selectOption("Planfront");
  await page.getByRole("button", { name: "Show", exact: true }).press("Enter");
  await expect(funnel.getByText("Show as a table")).toBeVisible();
  await expect(page).toHaveURL(/brand=\d+/);

  await page.goto(server.url("planfront", "/backoffice/enrollment/application/?state__exact=draft"));
  const list = await downloaded(page, "Export CSV");
  expect(list.lines[0]).toContain("Confirmation,Applicant,State,Brand,Rep,Group");
  expect(list.lines).toHaveLength((await page.locator("#result_list tbody tr").count()) + 1);
  await expectAccessible(page);
  await page.locator("#result_list tbody a").first().press("Enter");
  const happened = page.getByRole("region", { name: "What happened", exact: true });
  await expect(happened.getByRole("listitem").first()).toBeVisible();
  await expectAccessible(page);
  await screenshots(page, "enrollment-timeline");
});

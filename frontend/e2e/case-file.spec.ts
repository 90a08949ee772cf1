import { expectAccessible } from "./harness/axe";
import { screenshots } from "./harness/screenshots";
import { expect, test } from "./harness/test";

test("staff answer a call from the case file: sentences, price, caller, one sealed value, the note", async ({
  page,
  server,
}) => {
  await page.goto(server.url("planfront", "/backoffice/login/?next=/backoffice/enrollment/application/"));
  await page.locator("input[name=username]").fill("service@demo.test");
  await page.locator("input[name=password]").fill("planfront-demo");
  await page.locator("input[name=password]").press("Enter");
  await page.getByRole("link", { name: "Maren L Castillo" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Maren L Castillo" })).toBeVisible();
  await expect(
    page.getByText(/^Started on their own on .* in the Planfront store\. Not submitted\./),
  ).toBeVisible();
  expect(await page.content()).not.toContain("219-09-9999");

  const answers = page.getByRole("region", { name: "If Maren calls" });
  await expect(answers.getByText("Go to ", { exact: false }).first()).toBeVisible();
  await answers.getByText("What does it cost?").click();
  await expect(answers.getByText("$134.45 a month as of now, and $149.45")).toBeVisible();
  await expect(answers.getByText("Vaya a ", { exact: false })).toBeHidden(); // one answer at a time
  const bought = page.getByRole("region", { name: "The cart as of now, and why this price" });
  await expect(bought.getByText("With a spouse").first()).toBeVisible();
  await expect(bought.getByText("+$34.90")).toBeVisible();
  await expectAccessible(page);
  await screenshots(page, "case-file");

  await page.getByRole("link", { name: "Log this call" }).click();
  await page.getByLabel("Birth date").check();
  await expect(page.getByText("You may speak about the plans.")).toBeHidden();
  await page.getByLabel("ZIP of the home address").check();
  await expect(page.getByText("2 match. You may speak about the plans.")).toBeVisible();
  await page.getByLabel("What was the call about?").fill("Asked how to go on");
  await page.getByRole("button", { name: "Log this call" }).click();
  await expect(page.getByText("The caller knew: birth date, zip of the home address.")).toBeVisible();

  await page.getByText("Open Maren L Castillo: Social Security number").click();
  await page.getByLabel("Verifying a caller").check();
  await page.getByLabel("Note", { exact: true }).fill("Case 77-3140");
  await page.getByRole("button", { name: "Open for 5 minutes" }).click();
  await expect(page.getByText("219-09-9999")).toBeVisible();
  await expect(page.getByText("Closes in 5 minutes.")).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(page.url().split("#")[0] ?? "");
  await expect(page.getByText("219-09-9999")).toBeHidden();
  const happened = page.getByRole("region", { name: "What happened" });
  await expect(
    happened.getByText("Owen Pratt opened the Social Security number (applicant)").first(),
  ).toBeVisible();
  await expect(happened.getByText("Owen Pratt logged a call").first()).toBeVisible();
  await expectAccessible(page);
});

import { expectAccessible } from "../harness/axe";
import { screenshots } from "../harness/screenshots";
import { BOTH_AT_LENGTH, expect, MAIN_AND_BOTH_AT_LENGTH, test } from "../harness/test";
import { codeFromOutbox, fillPersonal, goOn, next, openStep, quote, walkToReview } from "./support";

test(
  "an application saved for later goes on with the code from the mail",
  MAIN_AND_BOTH_AT_LENGTH,
  async ({ page, server, browser }) => {
    test.setTimeout(150_000);
    await quote(page, server);
    await openStep(page, "personal-info");
    await fillPersonal(page);
    await goOn(page, "contact-info");
    await page.locator("#address1").fill("88 Lindenhall Ave");
    await page.getByRole("button", { name: "Save & Continue Later" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("heading")).toHaveText(
      "Please enter the alternate email you want to send Enrollment code to?",
    );
    await dialog.getByRole("textbox").fill("nonsense");
    await dialog.getByRole("button", { name: "Send Code" }).click();
    await expect(dialog).toContainText("Enter valid email address");
    await expectAccessible(page);
    const address = `maren.${Date.now()}@mailbox.example`;
    await dialog.getByRole("textbox").fill(address);
    await dialog.getByRole("button", { name: "Send Code" }).click();
    await expect(dialog.getByRole("heading")).toHaveText("Information Saved!!! Check your email to continue");
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(dialog).toHaveCount(0);

    const code = await codeFromOutbox(page, server, address);
    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    await other.goto(server.url("planfront", "/continue-enrollment"));
    await expect(other.getByRole("heading", { level: 1 })).toHaveText(
      "Please Enter Your Code and Email Address",
    );
    await expectAccessible(other);
    await screenshots(other, "continue-enrollment");
    await other.getByRole("button", { name: "Continue" }).click();
    await expect(other.locator("#code-error")).toContainText("Field is required");
    await expect(other.locator("#email-error")).toContainText("Field is required");
    await other.locator("#code").fill("WRONGC0DE2");
    await other.locator("#email").fill(address);
    await other.getByRole("button", { name: "Continue" }).click();
    await expect(other.locator("#code")).toHaveAttribute("aria-invalid", "true");
    await expect(other.locator("#email")).toHaveAttribute("aria-invalid", "true");
    await other.locator("#code").fill(` ${code.toLowerCase()} `);
    await other.getByRole("button", { name: "Continue" }).click();
    await expect(other).toHaveURL(/\/enrollment\/contact-info/);
    await expect(other.locator("#address1")).toHaveValue("88 Lindenhall Ave");
    await other.getByRole("button", { name: "Back" }).click();
    await expect(other.locator("#ssn")).toHaveValue("Ending 4821");
    await elsewhere.close();
  },
);

test(
  "somebody whose visit ends at the review comes back by a code to the address on the application",
  BOTH_AT_LENGTH,
  async ({ page, server, context }) => {
    test.setTimeout(240_000);
    await quote(page, server);
    await walkToReview(page);
    await context.clearCookies();
    await next(page).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your session has ended");
    await expectAccessible(page);
    await screenshots(page, "visit-ended");
    await page.getByRole("button", { name: "Email me a code" }).click();
    const words = "If there is an email address on this application, we've sent a code to it.";
    await expect(page.getByRole("status").filter({ hasText: words })).toBeVisible();
    await expectAccessible(page);
    const address = "maren.castillo@mailbox.example";
    let code = "";
    await expect(async () => {
      code = await codeFromOutbox(page, server, address);
    }).toPass();
    await page.getByRole("link", { name: "Enter the code" }).click();
    await page.locator("#code").fill(code);
    await page.locator("#email").fill(address);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL(/\/enrollment\//);
    await page.goto(server.url("planfront", "/enrollment/review-confirm"));
    await expect(page).toHaveURL(/review-confirm$/);
    await expect(next(page)).toBeVisible();
  },
);

test("the code that ./run prints opens the saved application", BOTH_AT_LENGTH, async ({ page, server }) => {
  const line = server.announcement.find((text) => /code \S+ +email/.test(text)) ?? "";
  const [, code = "", email = ""] = /code (\S+) +email (\S+)/.exec(line) ?? [];
  await page.goto(server.url("planfront", "/continue-enrollment"));
  await page.locator("#code").fill(code);
  await page.locator("#email").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/enrollment\/contact-info/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contact Information");
});

test("a used-up link asks for the code", async ({ page, server }) => {
  await page.goto(server.url("planfront", "/direct-continue/bm90LWEtbGluaw/Y29udGFjdF9pbmZv"));
  await expect(page.getByText("This link has been used or has expired.")).toBeVisible();
  await expectAccessible(page);
});

import type { Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe";
import { screenshots } from "./harness/screenshots";
import type { Server } from "./harness/server";
import { expect } from "./harness/test";
import { fillContact, fillPersonal, goOn, next, openStep, quote } from "./journeys/support";
import { be, testWithVendors } from "./outside-support";

const test = testWithVendors();

/** The contact step, filled in and with the check of the address ticked. */
async function atContact(page: Page, server: Server, language: "en" | "es" = "en"): Promise<void> {
  await quote(page, server, { language });
  await openStep(page, "personal-info");
  await fillPersonal(page);
  await goOn(page, "contact-info");
  await fillContact(page);
  await page.locator("#with_validation").check();
}

test("the postal service's address is offered, and taken or not as the person likes", async ({
  page,
  server,
  vendors,
}) => {
  await be(vendors, "well", { streetAddress: "88 N LINDENHALL AVE", secondaryAddress: "" });
  await atContact(page, server);
  await next(page).click();
  const dialog = page.getByRole("dialog", { name: "Is this your address?" });
  await expect(dialog).toContainText("88 N Lindenhall Ave");
  await expect(dialog).toContainText("88 Lindenhall Ave");
  await expectAccessible(page);
  await screenshots(page, "address-suggested");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.locator("#address1")).toHaveValue("88 Lindenhall Ave");

  await next(page).click();
  await dialog.getByRole("button", { name: "Keep what I typed" }).click();
  await expect(page).toHaveURL(/billing-information/);
  await page.goBack();
  await expect(page.locator("#address1")).toHaveValue("88 Lindenhall Ave");

  await page.locator("#with_validation").check();
  await next(page).click();
  await dialog.getByRole("button", { name: "Use this address" }).click();
  await expect(page).toHaveURL(/billing-information/);
  await page.goBack();
  await expect(page.locator("#address1")).toHaveValue("88 N Lindenhall Ave");
});

test("while services are away the step is saved with a word, in Spanish too, and nothing is lost", async ({
  page,
  server,
  vendors,
}) => {
  await be(vendors, "status 503");
  await atContact(page, server, "es");
  await page.locator("#phone_number").fill("614-555-0194");
  await page.locator("#email_address").fill("someone.else@mailbox.example");
  await page.locator("#address1").fill("90 Lindenhall Ave");
  await goOn(page, "billing-information");
  const word = page.getByText("No pudimos verificar esta dirección con USPS. Asegúrese de que sea correcta.");
  await expect(word).toBeVisible();
  await screenshots(page, "services-away");
  await page.goBack();
  await expect(page.locator("#address1")).toHaveValue("90 Lindenhall Ave");
  await expect(page.locator("#email_address")).toHaveValue("someone.else@mailbox.example");
});

test("a number that does not work is named at its field", async ({ page, server, vendors }) => {
  await be(vendors, "well");
  // The breakers of the journey before are open for half a minute.
  await server.manage(
    "shell",
    "-v",
    "0",
    "-c",
    "from planfront.kernel.models import OutsideService; OutsideService.objects.all().delete()",
  );
  await atContact(page, server);
  await page.locator("#phone_number").fill("614-555-0199");
  await next(page).click();
  await expect(page.locator("#phone_number-error")).toContainText(
    "This phone number doesn't work. Please check it.",
  );
  await expect(page.locator("#address1")).toHaveValue("88 Lindenhall Ave");
});

test("staff see how each service stands, and try one", async ({ page, server, vendors }) => {
  await be(vendors, "well");
  await page.goto(server.url("planfront", "/backoffice/login/?next=/backoffice/outside/"));
  await page.locator("#id_username").fill("admin@demo.test");
  await page.locator("#id_password").fill("planfront-demo");
  await page.locator("#id_password").press("Enter");
  const phones = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: "Phone numbers" }) });
  await phones.getByLabel("Phone number").fill("614-555-0148");
  await phones.getByRole("button", { name: "Try it" }).click();
  await expect(phones.getByRole("status")).toContainText("The number works. Type of line: mobile.");
  await expect(phones).toContainText("Numverify. Responding since");
  await expectAccessible(page);
  await screenshots(page, "outside-services");
});

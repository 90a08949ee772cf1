import { signedIn } from "./harness/people";
import { DENTAL, inspected, Shopper, VISION } from "./harness/shopper";
import { BOTH_AT_LENGTH, expect, test } from "./harness/test";
import { codeFromOutbox, fillContact, fillPersonal, goOn, openStep, quote } from "./journeys/support";

const look = inspected("hand-over");

test(
  "a rep fills in, the client checks, says yes to a change, pays and signs on a phone; both read what happened",
  BOTH_AT_LENGTH,
  async ({ page, server, browser }) => {
    test.setTimeout(180_000);
    await signedIn(page, server, "rep", "/agent-home");
    await quote(page, server, { process: "rep", plans: [DENTAL.id, VISION.id] });
    await openStep(page, "personal-info");
    await fillPersonal(page);
    await goOn(page, "contact-info");
    await fillContact(page);
    await page.locator("#birth_city").fill("Austin");
    await goOn(page, "billing-information");

    await page.getByRole("button", { name: "Send to client" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByLabel("Client's email")).toHaveValue("maren.castillo@mailbox.example");
    await look(page, "send");
    const address = `maren.${Date.now()}@mailbox.example`;
    await dialog.getByLabel("Client's email").fill(address);
    await dialog.getByLabel("Message (optional)").fill("As we said on the phone.");
    await dialog.getByRole("button", { name: "Send", exact: true }).click();
    await expect(dialog.getByRole("heading")).toHaveText("Sent to your client");
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(page.getByText("Waiting for your client")).toBeVisible();
    await expect(page.getByText("The client completes this step on their own device.")).toBeVisible();
    await look(page, "waiting");

    const code = await codeFromOutbox(page, server, address);
    const phone = await browser.newContext({
      locale: "es-US",
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    const client = await phone.newPage();
    await client.goto(server.url("planfront", `/continue-enrollment?for=client#${code}`));
    await expect(client.getByText("Completaron su solicitud por usted.")).toBeVisible();
    await expect(client.locator("#code")).toHaveValue(code);
    await expect(client).toHaveURL(/\/continue-enrollment\?for=client$/);
    await client.locator("#email").fill(address);
    await client.locator("main form button[type=submit]").click();
    await client.waitForURL("**/enrollment/check");
    await expect(client.getByText("Preparada por Jordan Lee")).toBeVisible();
    await expect(client.getByText("As we said on the phone.")).toBeVisible();
    await expect(client.locator("main")).toContainText("88 Lindenhall Ave");
    await expect(client.locator("main")).not.toContainText("512444821");
    await look(client, "check");

    await openStep(page, "contact-info");
    await page.locator("#address1").fill("90 Lindenhall Ave");
    await page.locator("main form button[type=submit]").click();
    await expect(page.getByText("1 change is waiting for approval.")).toBeVisible();

    await client.reload();
    await expect(client.getByText("Jordan Lee propone un cambio")).toBeVisible();
    await client.getByRole("button", { name: "Revisarlo" }).click();
    const changes = client.getByRole("dialog");
    await expect(changes).toContainText("Ahora: 88 Lindenhall Ave");
    await expect(changes).toContainText("Nuevo: 90 Lindenhall Ave");
    await look(client, "change");
    await changes.getByRole("button", { name: /^Aceptar/ }).click();
    await expect(changes).toHaveCount(0);
    await expect(client.locator("main")).toContainText("90 Lindenhall Ave");
    await client.getByRole("button", { name: "Qué ocurrió" }).click();
    await expect(client.getByRole("dialog")).toContainText("Aceptó el cambio en Información de contacto");
    await look(client, "history");
    await client.getByRole("dialog").getByRole("button").first().click();

    await page.reload();
    await page.getByRole("button", { name: "What happened" }).click();
    const history = page.getByRole("dialog");
    await expect(history).toContainText("Accepted the change of Contact Information");
    await expect(history).toContainText("Jordan Lee, Rep");

    await client.getByRole("button", { name: "Todo está bien, continuar" }).click();
    await client.waitForURL("**/enrollment/billing-information");
    const shopper = new Shopper(client, server, {
      brand: "planfront",
      signature: "type",
      signer: { name: "Maren Castillo" },
      atEach: look,
    });
    await shopper.enroll();
    await phone.close();

    await page.goto(server.url("planfront", "/enrollments"));
    const row = page.getByRole("row").filter({ hasText: "Maren Castillo" }).first();
    await row.getByRole("button", { name: /^What happened/ }).click();
    await expect(history).toContainText("Submitted the application");
    await look(page, "history-after");
    await page.keyboard.press("Escape");
    await page.goto(server.url("planfront", "/enrollment"));
    await page.waitForURL("**/enrollment/receipt**");
    await expect(page.locator("main")).toContainText(DENTAL.name);
  },
);

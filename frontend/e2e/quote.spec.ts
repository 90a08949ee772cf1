import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe";
import { expectNothingCovered } from "./harness/covered";
import { shopAs } from "./harness/profile";
import { screenshots } from "./harness/screenshots";
import { expect, MAIN_AND_BOTH_AT_LENGTH, test } from "./harness/test";
import { mailFromOutbox } from "./journeys/support";

const DEARER = join(fileURLToPath(new URL(".", import.meta.url)), "data/dearer-vision-again.csv");
const REP = { email: "rep@demo.test", password: "planfront-demo" };

const entry = (page: Page) => page.getByRole("button", { name: "Send Personalized Quote" });

test(
  "a rep sends a quote, and its link opens the cart with what moved",
  MAIN_AND_BOTH_AT_LENGTH,
  async ({ page, server, browser }) => {
    test.slow();
    await shopAs(page, server, { rep: REP, cart: [1002, 1102] });
    await page.goto(server.url("planfront", "/cart"));
    await entry(page).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Send Personalized Quote" });
    await expect(dialog.getByLabel("Name")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(entry(page)).toBeFocused();

    await entry(page).press("Enter");
    await dialog.getByRole("button", { name: "Send" }).click();
    await expect(dialog.locator("#quote-name-error")).toContainText("Field is required");
    await expect(dialog.locator("#quote-email-error")).toContainText("Field is required");
    await dialog.getByLabel("Name").fill("Maren 2");
    await dialog.getByLabel("Email").fill("maren@mailbox");
    await dialog.getByRole("button", { name: "Preview" }).click();
    await expect(dialog.locator("#quote-name-error")).toContainText("Please enter valid name");
    await expect(dialog.locator("#quote-email-error")).toContainText("Please enter valid email address");
    await expect(dialog.getByLabel("Name")).toBeFocused();
    await expectAccessible(page);

    const address = `maren.${Date.now()}@mailbox.example`;
    await dialog.getByLabel("Name").fill("Maren");
    await dialog.getByLabel("Email").fill(address);
    await dialog.getByLabel("Message").fill('<b>Call me</b> before the "15th".');
    await dialog.getByRole("button", { name: "Preview" }).click();
    const preview = dialog.getByRole("region", { name: "Email preview" });
    await expect(preview).toBeFocused();
    await expect(preview).toContainText('<b>Call me</b> before the "15th".');
    await expect(preview.getByText("View your quote")).toHaveCSS("display", /block/);
    expect(Math.round((await preview.boundingBox())?.height ?? 0)).toBeLessThanOrEqual(500);
    await expectAccessible(page);
    await screenshots(page, "quote-dialog");
    await dialog.getByRole("button", { name: "Send" }).click();
    const done = page.getByRole("dialog", { name: `Quote Successfully Sent to ${address}` });
    await expect(done.getByRole("heading")).toBeFocused();
    await expectAccessible(page);
    await done.getByRole("button", { name: "Done" }).click();
    await expect(entry(page)).toBeFocused();

    const link = /\/quote\/[\w-]+/.exec(await mailFromOutbox(page, server, address))?.[0];
    expect(link).toBeTruthy();
    await server.manage("import", "rates", DEARER, "--approve-as", "approver@demo.test");
    const elsewhere = await browser.newContext();
    const client = await elsewhere.newPage();
    await client.goto(server.url("planfront", link));
    await expect(client.getByRole("heading", { level: 1 })).toHaveText("Jordan Lee sent you a quote");
    await expect(client.getByText('<b>Call me</b> before the "15th".')).toBeVisible();
    const changed = client.getByRole("region", { name: "1 price changed since it was sent on" });
    await expect(changed.getByRole("listitem")).toContainText("Ostrander Vision Complete 130");
    await expect(changed.getByRole("listitem")).toContainText("$12.45");
    const dental = client.getByRole("region", { name: "Halden Dental PPO 1500" });
    await expect(dental).toContainText("same as sent");
    await dental.getByText("Why this price?").click();
    await expect(dental.getByRole("list").getByRole("listitem").last()).toContainText("$36.85");
    await expectAccessible(client);
    await client.getByRole("button", { name: "Send question" }).click();
    await expect(client.getByLabel("Your question")).toBeFocused();
    await expect(client.locator("#question-error")).toContainText("Field is required");
    await client.getByLabel("About").selectOption({ label: "Halden Dental PPO 1500" });
    await client.getByLabel("Your question").fill("Are braces in it?");
    await client.getByRole("button", { name: "Send question" }).click();
    await expect(client.getByRole("list", { name: "Your questions" })).toContainText("Are braces in it?");
    await expectAccessible(client);
    await client.setViewportSize({ width: 390, height: 844 });
    await expectNothingCovered(client);
    await expectAccessible(client);
    await client.setViewportSize({ width: 1280, height: 800 });
    await screenshots(client, "quote-opened");
    const saving = client.waitForEvent("download");
    await client.getByRole("button", { name: "Save as PDF" }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toMatch(/^planfront-quote-\d{4}-\d\d-\d\d\.pdf$/);
    expect((await readFile(await saved.path())).subarray(0, 5).toString()).toBe("%PDF-");
    await client.getByRole("link", { name: "Go to your cart" }).first().click();
    await expect(client.getByRole("heading", { name: "Halden Dental PPO 1500" })).toBeVisible();
    await expect(client.getByRole("main")).toContainText("$12.45");
    await expect(entry(client)).toHaveCount(0);

    await client.goto(server.url("planfront", `${link}/unsubscribe`));
    await expectAccessible(client);
    await client.getByRole("button", { name: "Stop quote emails" }).click();
    await expect(client.getByRole("heading", { level: 1 })).toHaveText("Quote emails are off");
    await expect(client.getByRole("main")).toContainText(
      "We won't send any more quotes to m…@mailbox.example.",
    );
    await elsewhere.close();

    await entry(page).click();
    await dialog.getByLabel("Name").fill("Maren");
    await dialog.getByLabel("Email").fill(address);
    await dialog.getByRole("button", { name: "Send" }).click();
    await expect(dialog.locator("#quote-email-error")).toContainText(
      "This address asked not to receive quotes.",
    );

    await page.goto(server.url("planfront", "/quotes"));
    await page.getByRole("searchbox", { name: "Search quotes" }).fill(address);
    const sent = page.getByRole("table", { name: "Quotes" }).getByRole("row").nth(1);
    await expect(sent).toContainText("Opened, prices moved");
    await expectAccessible(page);
    await screenshots(page, "quotes-sent");
    await sent.getByRole("button", { name: "Send again, Maren" }).click();
    await expect(page.getByRole("dialog", { name: "Send this quote again?" })).toBeVisible();
    await expectAccessible(page);
  },
);

test("a link that opens nothing leads home, in Spanish on a phone", async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await shopAs(page, server, { language: "es" });
  await page.goto(server.url("planfront", "/quote/no-such-quote"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Esta cotización ya no es válida.");
  await expectAccessible(page);
  await page.getByRole("main").getByRole("link", { name: "Volver a la página de inicio" }).click();
  await expect(page).toHaveURL(server.url());
});

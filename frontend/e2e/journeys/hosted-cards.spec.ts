import { expectAccessible } from "../harness/axe";
import { screenshots } from "../harness/screenshots";
import { expect, forgiveOutage } from "../harness/test";
import {
  atBilling,
  control,
  field,
  hasScript,
  NUMBER,
  policyAt,
  standIn,
  tell,
  testWith,
  typeCard,
  typeHolder,
  watchNumbers,
} from "./hosted-support";
import { expectMistakes, fillAgreement, goOn, next } from "./support";

const DECLINED = "The card was declined. Please use another card or pay by bank account.";
const NOT_NOW = "We couldn't check the card just now. Please try again in a minute or use another card.";
const AWAY = "The card processor isn't available right now.";
/** With a stand-in of ours, which declines, asks for the bank's check, and has fields in frames. */
const test = testWith(standIn, "/v3/");

test("a card goes into the processor's own fields: mistakes, a decline, and another card", async ({
  page,
  server,
  processor,
}) => {
  const origins = watchNumbers(page);
  await atBilling(page, server);
  const policy = await policyAt(page);
  expect(policy).toContain(`script-src 'self' ${processor.address};`);
  expect(policy).toContain(`frame-src ${processor.address}`);
  for (const id of ["card_number", "expiration_month", "security_code"])
    await expect(page.locator(`#${id} iframe`)).toHaveAttribute("title", /.+/);
  await expect(page.locator("#card_number iframe")).toHaveAttribute("title", "Card number");
  await expect(page.locator("input[autocomplete=cc-number]")).toHaveCount(0);
  await expectAccessible(page);
  await screenshots(page, "hosted-card");

  await next(page).click();
  const required = "Field is required";
  await expect(
    page.getByRole("alert").getByRole("listitem").filter({ hasText: "Card number" }),
  ).toContainText(required);
  await expect(page.locator("#security_code-error")).toContainText(required);
  await page
    .getByRole("alert")
    .getByRole("link", { name: /^Card number/ })
    .click();
  await expect(field(page, "card_number")).toBeFocused();
  await screenshots(page, "hosted-card-mistakes");
  await expectAccessible(page);

  await typeHolder(page);
  await typeCard(page, "4242424242424241");
  await expect(page.locator("#card_number-error")).toContainText("Your card number is invalid.");
  await typeCard(page, "4000000000000002");
  await next(page).click();
  await expectMistakes(page, [["card_number", "Card number", DECLINED]]);
  await expect(page.locator("#first_name_on_cc")).toHaveValue("Maren");

  await typeCard(page, NUMBER);
  await goOn(page, "agreement-signature");
  expect(new Set(origins)).toEqual(new Set([processor.address]));
});

test("a card in the processor's fields pays, and no other step is in one document with its script", async ({
  page,
  server,
  processor,
}) => {
  await atBilling(page, server);
  await typeHolder(page);
  await typeCard(page, NUMBER);
  expect(await hasScript(page)).toBe(true);
  await page.getByLabel("15th of month").check();
  await goOn(page, "agreement-signature");
  expect(await hasScript(page)).toBe(false);
  expect(await policyAt(page)).not.toContain(processor.address);
  await page.goBack();
  await expect(page.getByRole("radio", { name: /^Visa ending 4242, expires 07\/2031/ })).toBeChecked();
  await goOn(page, "agreement-signature");
  await fillAgreement(page, "type");
  await goOn(page, "review-confirm");
  await expect(page.locator("main")).toContainText("Visa ending 4242, expires 07/2031");
  await next(page).click();
  await expect(page).toHaveURL(/receipt/);
  await expect(page.locator("main")).toContainText("Charged on the 15th of month to Visa ending 4242.");
});

test("the bank asks: who says no is told so, who says yes goes on", async ({ page, server, processor }) => {
  const origins = watchNumbers(page);
  await atBilling(page, server);
  await typeHolder(page);
  await typeCard(page, "4000002500003155");
  await next(page).click();
  const bank = page.frameLocator('iframe[title="Your bank"]');
  await bank.getByRole("button", { name: "No" }).click();
  await expect(page.getByRole("alert")).toContainText("Your bank didn't confirm the card.");
  await next(page).click();
  await bank.getByRole("button", { name: "Yes, it is me" }).click();
  await expect(page).toHaveURL(/agreement-signature/);
  expect(new Set(origins)).toEqual(new Set([processor.address]));
});

test("a processor that is away says so, keeps what was typed, and is there again", async ({
  page,
  server,
  processor,
  complaints,
}) => {
  await atBilling(page, server);
  await typeHolder(page);
  await typeCard(page, NUMBER);
  await control(processor, { away: true });
  await next(page).click();
  await expect(page.getByRole("alert")).toContainText(NOT_NOW);
  await expect(page.locator("#last_name_on_cc")).toHaveValue("Castillo");
  await page.reload();
  await page.getByRole("radio", { name: /^Credit Card/ }).check();
  await expect(page.getByText(AWAY)).toBeVisible();
  await expect(page.locator("#last_name_on_cc")).toHaveValue("Castillo");
  await expectAccessible(page);
  await screenshots(page, "hosted-card-away");
  await control(processor, { away: false });
  await page.getByRole("button", { name: "Try again" }).click();
  await typeCard(page, NUMBER);
  await goOn(page, "agreement-signature");
  forgiveOutage(complaints);
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/503/.test(text)));
});

test("a card of a page that was lost is offered when its owner is back: the processor told the store", async ({
  page,
  server,
  complaints,
}) => {
  await atBilling(page, server);
  await typeHolder(page);
  await typeCard(page, NUMBER);
  const begun = page.waitForResponse("**/api/v1/begin-card-setup");
  await page.route("**/api/v1/save-billing-info", (route) => route.abort("connectionfailed"));
  await next(page).click();
  await expect(page.getByRole("alert")).toContainText("We couldn't reach the server.");
  const { data } = (await (await begun).json()) as { data: { secret: string } };
  for (let twice = 0; twice < 2; twice++)
    expect(await tell(server, String(data.secret.split("_secret")[0]))).toBe(200);
  await page.unroute("**/api/v1/save-billing-info");
  await expect(async () => {
    await page.reload();
    await page.getByRole("radio", { name: /^Credit Card/ }).check();
    await expect(page.getByRole("radio", { name: /^Visa ending 4242, expires 07\/2031/ })).toBeChecked({
      timeout: 3_000,
    });
  }).toPass({ timeout: 60_000 });
  await expect(page.locator("#card_number")).toHaveCount(0);
  await goOn(page, "agreement-signature");
  forgiveOutage(complaints);
});

test("in Spanish, on a phone", async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await atBilling(page, server, "es");
  await expect(page.locator("#card_number iframe")).toHaveAttribute("title", "Número de tarjeta");
  await typeHolder(page);
  await typeCard(page, "4000000000009995");
  await next(page).click();
  await expect(page.getByRole("alert")).toContainText("La tarjeta fue rechazada");
  await expectAccessible(page);
  await screenshots(page, "hosted-card-es");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

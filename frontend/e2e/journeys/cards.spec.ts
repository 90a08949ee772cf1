import { expectAccessible } from "../harness/axe";
import { shopAs } from "../harness/profile";
import { Shopper, VISION } from "../harness/shopper";
import { expect, MAIN, test } from "../harness/test";
import {
  expectMistakes,
  fillAgreement,
  fillContact,
  fillPersonal,
  goOn,
  next,
  openStep,
  quote,
} from "./support";

const REQUIRED = "Field is required";
const DECLINED = "The card was declined. Please use another card or pay by bank account.";

test(
  "a card pays: mistakes are named, a declined card too, and only the gateway sees the number",
  MAIN,
  async ({ page, server }) => {
    const seen: string[] = [];
    page.on("request", (request) => {
      if (/4242424242424242|4242 4242/.test(request.postData() ?? "")) seen.push(request.url());
    });
    await quote(page, server);
    await openStep(page, "personal-info");
    await fillPersonal(page);
    await goOn(page, "contact-info");
    await fillContact(page);
    await goOn(page, "billing-information");

    await expect(page.getByRole("radio", { name: /^EFT/ })).toBeChecked();
    await page.getByRole("radio", { name: /^Credit Card/ }).check();
    await expect(page.locator("#account_name")).toHaveCount(0);
    await next(page).click();
    await expectMistakes(page, [
      ["first_name_on_cc", "First name on card", REQUIRED],
      ["last_name_on_cc", "Last name on card", REQUIRED],
      ["card_number", "Card number", REQUIRED],
      ["security_code", "Security code", REQUIRED],
      ["expiration_month", "Expiration month", REQUIRED],
      ["expiration_year", "Expiration year", REQUIRED],
      ["address1", "Street Address 1", REQUIRED],
      ["zip", "Zip", REQUIRED],
      ["state", "State", REQUIRED],
      ["city", "City", REQUIRED],
    ]);
    await expectAccessible(page);

    await page.locator("#first_name_on_cc").fill("Maren");
    await page.locator("#last_name_on_cc").fill("Castillo");
    const number = page.locator("#card_number");
    await number.pressSequentially("4242424242424241");
    await expect(number).toHaveValue("4242 4242 4242 4241");
    await expect(number).toHaveAttribute("autocomplete", "cc-number");
    await page.locator("#expiration_month").selectOption("07");
    await page.locator("#expiration_year").selectOption({ index: 4 });
    await page.locator("#security_code").fill("12");
    await page.getByLabel("Choose physical address").check();
    await expect(page.locator("#address1")).toHaveValue("88 Lindenhall Ave");
    await expect(page.locator("#address1")).toHaveAttribute("readonly", "");
    await next(page).click();
    await expectMistakes(page, [
      ["card_number", "Card number", "This card number is not valid. Please check it."],
      ["security_code", "Security code", "Security code must of 3 or 4 digits"],
    ]);

    await number.fill("4000000000000002");
    await page.locator("#security_code").fill("123");
    await next(page).click();
    await expectMistakes(page, [["card_number", "Card number", DECLINED]]);

    // A digit that is taken out in the middle leaves the cursor where it is.
    await number.fill("42424242942424242");
    for (let step = 0; step < 10; step++) await number.press("ArrowLeft");
    await number.press("Backspace");
    await expect(number).toHaveValue("4242 4242 4242 4242");
    expect(await number.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe("4242 4242".length);
    await expect(page.getByRole("region", { name: "What you authorize" })).toContainText(
      "on your card statement",
    );
    await page.getByLabel("15th of month").check();
    await goOn(page, "agreement-signature");
    expect(seen.filter((url) => !url.endsWith("/card-token"))).toEqual([]);

    await page.goBack();
    await expect(page.getByRole("radio", { name: /^Visa ending 4242, expires 07/ })).toBeChecked();
    await expect(number).toBeDisabled();
    await expect(number).toHaveValue("");
    await goOn(page, "agreement-signature");
    await fillAgreement(page, "type");
    await goOn(page, "review-confirm");
    await expect(page.locator("main")).toContainText("Visa ending 4242, expires 07/");
    await next(page).click();
    await expect(page).toHaveURL(/receipt/);
    await expect(page.locator("main")).toContainText("Charged on the 15th of month to Visa ending 4242.");
  },
);

test("a member takes the account on record, then the card on record, and pays by it on a phone", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await shopAs(page, server, {
    member: { email: "luis@demo.test", password: "planfront-demo" },
    type: "existing-member",
    cart: [VISION.id],
    checkedOut: true,
  });
  const shopper = new Shopper(page, server, {
    brand: "planfront",
    signature: "type",
    plans: [VISION],
    signer: { name: "Luis Ferrer" },
  });
  await openStep(page, "personal-info");
  await expect(page.locator("#first_name")).toHaveValue("Luis");
  await goOn(page, "contact-info");
  await shopper.answerStep();
  await goOn(page, "billing-information");

  const account = page.getByRole("radio", { name: /^Lakeview Bank, Ending 4420/ });
  const number = page.locator("#account_number");
  await expect(account).toBeChecked();
  await expect(number).toBeDisabled();
  await account.click();
  await expect(page.getByRole("radio", { name: "New bank account" })).toBeChecked();
  await expect(number).toBeEnabled();
  await account.check();
  await goOn(page, "agreement-signature");
  await page.goBack();
  await expect(account).toBeChecked();

  await page.getByRole("radio", { name: /^Credit Card/ }).check();
  await expect(page.getByRole("radio", { name: /^Mastercard, Ending 4444/ })).toBeChecked();
  await expect(page.locator("#card_number")).toBeDisabled();
  await expectAccessible(page);
  await goOn(page, "agreement-signature");
  await shopper.answerStep();
  await goOn(page, "review-confirm");
  await expect(page.locator("main")).toContainText("Mastercard ending 4444");
  await next(page).click();
  await shopper.receipt();
  await expect(page.locator("main")).toContainText("Charged on the 28th of month to Mastercard ending 4444.");
});

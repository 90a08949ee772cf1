import { expectAccessible } from "../harness/axe";
import { screenshots } from "../harness/screenshots";
import type { BrandKey } from "../harness/server";
import { AT_LENGTH, expect, forgiveOutage, MAIN, test } from "../harness/test";
import {
  acceptNewPrice,
  addPerson,
  answerSpouse,
  CHILD,
  expectMistakes,
  fillAgreement,
  fillBilling,
  fillContact,
  fillPerson,
  fillPersonal,
  goOn,
  holdBack,
  next,
  openPanel,
  openStep,
  panelButton,
  quote,
  SPOUSE,
} from "./support";

const LIKE_CARD = "This looks like a card number, and we never keep those. Is it really your account number?";
const REQUIRED = "Field is required";

test(
  "every step names its mistakes under the field and in the summary, then lets one on",
  MAIN,
  async ({ page, server, complaints }) => {
    await quote(page, server, { tier: "IF" });
    await openStep(page, "personal-info");
    await expect(page).toHaveTitle("Personal Information – Step 1 of 6 – Planfront");
    await next(page).click();
    await expectMistakes(page, [
      ["first_name", "First name", REQUIRED],
      ["last_name", "Last name", REQUIRED],
      ["marital_status", "Marital status", REQUIRED],
      ["ssn", "Social Security Number", REQUIRED],
    ]);
    await fillPersonal(page);
    await page.locator("#first_name").fill("J0nah");
    await page.locator("#last_name").fill("<b>");
    await page.locator("#ssn").fill("512-44-48");
    await next(page).click();
    await expectMistakes(page, [
      ["first_name", "First name", "Please enter valid first name"],
      ["last_name", "Last name", "Please enter valid last name"],
      ["ssn", "Social Security Number", "Invalid Social Security Number"],
    ]);
    await page.getByRole("link", { name: /^Last name/ }).click();
    await expect(page.locator("#last_name")).toBeFocused();
    await fillPersonal(page);
    await goOn(page, "contact-info");

    await page.locator("#email_address").fill("maren@");
    await page.locator("#phone_number").fill("614555019");
    await page.locator("#zip").fill("4321");
    await expect(page.locator("#state")).toHaveValue("");
    await next(page).click();
    await expectMistakes(page, [
      ["email_address", "Email", "Email is not in correct format"],
      ["phone_number", "Contact number", "Invalid phone number"],
      ["address1", "Street Address 1", REQUIRED],
      ["zip", "Zip", "Enter 5 digit zip code."],
      ["state", "State", REQUIRED],
      ["birth_state", "Birth state", REQUIRED],
      ["birth_city", "Birth city", REQUIRED],
    ]);
    await page.locator("#zip").fill("43215");
    await expect(page.locator("#state")).toHaveValue("OH");
    await expect(page.locator("#state")).toHaveAttribute("readonly", "");
    await fillContact(page);
    await page.locator("#zip").fill("75201");
    await expect(page.locator("#state")).toHaveValue("TX");
    await next(page).click();
    await expect(page.locator("#zip-error")).toContainText("This ZIP code is in Texas");
    const change = page.getByRole("link", { name: "Change the ZIP code in your quote", exact: true });
    await expect(change).toHaveAttribute("href", "/plans");
    const kept = page.waitForResponse(
      (answer) =>
        answer.url().includes("save-draft") && (answer.request().postData() ?? "").includes('"zip":"43299"'),
    );
    await page.locator("#zip").fill("43299");
    await expect(page.locator("#zip-error")).toContainText("Invalid Zip code");
    await page.locator("#zip").blur();
    await kept;
    await page.reload();
    await expect(page.locator("#zip-error"), "a ZIP that was kept is looked up again").toContainText(
      "Invalid Zip code",
    );
    await expect(page.locator("#state")).toHaveValue("");
    await page.locator("#zip").fill("43215");
    await expect(page.locator("#state")).toHaveValue("OH");
    await goOn(page, "dependent-information");

    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Spouse & Child information required");
    await expect(next(page)).toHaveCount(0);
    await page.locator("section:has(#spouse-choice) button").click();
    await expect(page.locator("#spouse-choice-error")).toContainText("Please select spouse status");
    const release = await holdBack(page, "**/get-form-fields-dependent-primary-info?*");
    await answerSpouse(page, "yes");
    await openPanel(page, "spouse");
    await expect(page.getByText("Submit or cancel the form to continue.").first()).toBeVisible();
    await panelButton(page, "submit").click();
    await expect(page.locator("main form").getByRole("alert")).toBeFocused();
    await release();
    await expectMistakes(page, [
      ["first_name", "First Name", REQUIRED],
      ["last_name", "Last Name", REQUIRED],
      ["birthdate", "Date of Birth", REQUIRED],
      ["gender", "Gender", REQUIRED],
      ["ssn", "Social Security Number", REQUIRED],
    ]);
    await fillPerson(page, { ...SPOUSE, ssn: "512444821" });
    await panelButton(page, "submit").click();
    await expectMistakes(page, [
      ["ssn", "Social Security Number", "This is the applicant's Social Security Number."],
    ]);
    await panelButton(page, "cancel").click();
    await addPerson(page, "spouse", SPOUSE);
    await addPerson(page, "child", CHILD);
    await expect(page.getByText("You can proceed further clicking next button")).toBeVisible();
    await acceptNewPrice(page, "billing-information");

    await next(page).click();
    await expectMistakes(page, [
      ["routing_number", "Routing number", REQUIRED],
      ["account_number", "Account number", REQUIRED],
      ["account_name", "Account holder name", REQUIRED],
      ["account_type", "Account type", REQUIRED],
      ["account_holder_type", "Account holder type", REQUIRED],
    ]);
    await fillBilling(page);
    await page.locator("#routing_number").fill("12345");
    await page.locator("#account_number").fill("123");
    await next(page).click();
    await expect(page.locator("#routing_number-error")).toContainText("Routing number must be of 9 digits");
    await expect(page.locator("#account_number-error")).toContainText(
      "Account Number must be of 4 to 17 digits.",
    );
    // The bank's look-up gets no answer once, and is asked again by itself.
    await page.route("**/lookup-routing-number*", (route) => route.abort("connectionreset"), {
      times: 1,
    });
    await fillBilling(page);
    forgiveOutage(complaints);
    await page.locator("#account_number").fill("4242 4242 4242 4242");
    await next(page).click();
    await expectMistakes(page, [["account_confirmed", "Yes, this is the account number", LIKE_CARD]]);
    await page.locator("#account_number").fill("000123456788");
    await expect(page.locator("#account_confirmed")).toHaveCount(0);
    await page.locator("#account_number").fill("4242 4242 4242 4242");
    await next(page).click();
    await page.locator("#account_confirmed").check();
    await goOn(page, "agreement-signature");

    await next(page).click();
    const summary = page.locator("main form").getByRole("alert");
    await expect(summary).toContainText("This field is required.");
    await expect(summary).toContainText(`Verify Answer: ${REQUIRED}`);
    await expect(summary).toContainText("Electronic Signature: Signature is required");
    await expect(page.locator("#signature-error")).toContainText("Signature is required");
    await fillAgreement(page, "type");
    const code = await page.locator("#verification_code").inputValue();
    await page.locator("#verification_code").fill(code === "000000" ? "111111" : "000000");
    await next(page).click();
    await expectMistakes(page, [
      ["verification_code", "Verify Answer", "This is not right. You have 4 tries left."],
    ]);
    await page.locator("#verification_code").fill(code);
    await page.locator("#typed_name").fill("Somebody Else");
    await next(page).click();
    await expectMistakes(page, [
      [
        "signature",
        "Electronic Signature",
        "Type the applicant's name as it appears on the application: Maren Castillo",
      ],
    ]);
    await page.locator("#typed_name").fill("maren castillo");
    await goOn(page, "review-confirm");

    for (const card of [
      "Personal Info",
      "Contact Info",
      "Dependent Info",
      "Billing Info",
      "Agreement & Signature",
    ]) {
      await expect(page.getByRole("button", { name: `View Details, ${card}` })).toBeVisible();
    }
    await expect(page.getByText("Ending 4821")).toBeVisible();
    await expect(page.locator("body")).not.toContainText("512444821");
    // A part of the receipt doesn't come once, and is asked for again by itself.
    const part = /\/SaveSigned-[^?]*$/;
    await page.route(part, (route) => route.abort("connectionreset"));
    await next(page).click();
    await expect(page).toHaveURL(/\/enrollment\/receipt/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dear Maren, Thank you,");
    await expect(page.getByRole("button", { name: "Save signed application (PDF)" })).toBeVisible();
    await page.unroute(part);
    forgiveOutage(complaints);
    await expect(
      page.getByText(/Your confirmation number is #\d+\. A receipt of your enrollment/),
    ).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dear Maren, Thank you,");
  },
);

/** With mistakes and dialogs. One is in every run; `./run prove journeys` looks at all of brand and language. */
const LOOKS: { brand: BrandKey; language: "en" | "es"; width: number; often?: { tag: string } }[] = [
  { brand: "planfront", language: "es", width: 390 },
  { brand: "planfront", language: "en", width: 1280, often: AT_LENGTH },
  { brand: "copperline", language: "en", width: 1280, often: AT_LENGTH },
  { brand: "copperline", language: "es", width: 390, often: AT_LENGTH },
];

for (const { brand, language, width, often = {} } of LOOKS) {
  test(
    `the whole application is accessible: ${brand}, ${language}, ${width} px`,
    often,
    async ({ page, server }) => {
      test.setTimeout(180_000);
      const look = async (name: string) => {
        await expectAccessible(page);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(wide, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
        await screenshots(page, `wizard-${name}-${brand}-${language}`);
      };
      const wrong = async (name: string) => {
        await next(page).click();
        await expect(page.locator("main form").getByRole("alert")).toBeVisible();
        await look(`${name}-errors`);
      };
      await page.setViewportSize({ width, height: 844 });
      await quote(page, server, { brand, language, tier: "IF" });
      await openStep(page, "personal-info");
      await look("personal");
      await wrong("personal");
      await page
        .getByRole("button", { name: /^(Save & Continue Later|Guardar y continuar después)$/ })
        .click();
      await expect(page.locator("dialog[open]")).toBeVisible();
      await look("later");
      await page.keyboard.press("Escape");
      await fillPersonal(page);
      await goOn(page, "contact-info");
      await wrong("contact");
      await fillContact(page);
      await goOn(page, "dependent-information");
      await look("dependents");
      await answerSpouse(page, "yes");
      await openPanel(page, "spouse");
      await panelButton(page, "submit").click();
      await look("dependents-panel");
      await panelButton(page, "cancel").click();
      await addPerson(page, "spouse", SPOUSE);
      await addPerson(page, "child", CHILD);
      await look("dependents-ready");
      await acceptNewPrice(page, "billing-information");
      await look("billing");
      await wrong("billing");
      await fillBilling(page);
      await goOn(page, "agreement-signature");
      await look("agreement");
      await wrong("agreement");
      await fillAgreement(page, width === 390 ? "draw" : "type");
      await goOn(page, "review-confirm");
      await look("review");
      await page.locator("main section button").first().click();
      await expect(page.locator("dialog[open]")).toBeVisible();
      await look("review-details");
      await page.keyboard.press("Escape");
      await next(page).click();
      await expect(page).toHaveURL(/\/enrollment\/receipt/);
      await expect(page.getByRole("heading", { level: 1 })).toContainText("Maren");
      await look("receipt");
    },
  );
}

for (const [brand, language] of [
  ["planfront", "en"],
  ["juniper", "es"],
] as const) {
  test(`a name from a phone, its suffix and mail to a military address: ${brand} in ${language}`, async ({
    page,
    server,
  }) => {
    await quote(page, server, { brand, language, tier: "IS" });
    await openStep(page, "personal-info");
    await fillPersonal(page);
    await page.locator("#first_name").fill("李明");
    await next(page).click();
    await expect(page.locator("#first_name-error")).toContainText(
      language === "es" ? "con letras latinas" : "in Latin letters",
    );
    await page.locator("#first_name").fill("Mary\u2011Ann\u200b");
    await page.locator("#suffix").selectOption("III");
    await screenshots(page, `people-personal-${language}`);
    await goOn(page, "contact-info");
    await fillContact(page);
    await expect(page.locator("#mailing_zip")).toHaveCount(0);
    await page.locator("label:has(#mailing_differs)").click();
    await page.locator("#mailing_address1").fill("PSC 3, Box 4120");
    await page.locator("#mailing_zip").fill("09012");
    await page.locator("#mailing_state").selectOption("OH");
    await page.locator("#mailing_city").fill("APO");
    await next(page).click();
    await expect(page.locator("#mailing_zip-error")).toContainText("09012");
    await page.locator("#mailing_state").selectOption("AE");
    await screenshots(page, `people-contact-${language}`);
    await expectAccessible(page);
    await goOn(page, "dependent-information");
    await openPanel(page, "spouse");
    await screenshots(page, `people-dependent-${language}`);
    await page.goto(new URL("/enrollment/personal-info", page.url()).href);
    await expect(page.locator("#first_name")).toHaveValue("Mary-Ann");
    await expect(page.locator("#suffix")).toHaveValue("III");
  });
}

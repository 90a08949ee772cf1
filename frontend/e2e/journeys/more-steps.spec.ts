import type { Page } from "@playwright/test";
import { expectAccessible, expectFits } from "../harness/axe";
import { screenshots } from "../harness/screenshots";
import { BOTH_AT_LENGTH, expect, test } from "../harness/test";
import {
  expectMistakes,
  fillAgreement,
  fillBilling,
  fillContact,
  fillPersonal,
  goOnInOneCall,
  next,
  openStep,
  quote,
} from "./support";

const REQUIRED = "Field is required";
const READ = "I read every question. Each answer is true, also where it says No.";
/** What the page sends with the next call of a name. */
const sent = (page: Page, name: string) =>
  page.waitForRequest((request) => request.url().endsWith(name)).then((request) => request.postDataJSON());
/** A medical plan asks for health, a long-term disability plan for the employer, an accident plan for beneficiaries. */
const PLANS = [1201, 1802, 2003];

test(
  "employer, beneficiaries and health: mistakes, a refresh, and on to the receipt",
  BOTH_AT_LENGTH,
  async ({ page, server }) => {
    test.slow();
    await quote(page, server, {
      plans: PLANS,
      zip: "75201",
      facts: { is_smoker: "0", annual_income: "60000", working_hours: "32" },
    });
    await openStep(page, "personal-info");
    await page.getByRole("link", { name: "Edit quote" }).first().click();
    await expect(page.locator("#edit-dob"), "the quote is open where it is changed").toBeFocused();
    await page.goBack();
    await fillPersonal(page);
    await goOnInOneCall(page, "contact-info", "save-personal-info");
    await fillContact(page);
    await page.locator("#email_address").fill("maren.elisabeth.castillo.de.la.cruz@mailbox.example");
    await goOnInOneCall(page, "employer-info", "save-contact-info");

    await expect(page).toHaveTitle("Employer Information – Step 3 of 8 – Planfront");
    await page.locator("#employment_status").selectOption("R");
    await next(page).click();
    await expect(page.locator("#name-error")).toContainText(REQUIRED);
    await page.locator("#name").fill("Acme Manufacturing");
    await page.locator("#phone").fill("614-555-0140");
    await page.locator("#address1").fill("12 Foundry Row");
    await page.locator("#zip").fill("43215");
    await expect(page.locator("#state")).toHaveValue("OH");
    await page.locator("#city").fill("Columbus");
    await page.locator("#average_work_week").selectOption("40");
    await expect(page.locator("#average_work_week-error")).toContainText("Your quote says 32 hours a week.");
    await page.getByRole("button", { name: "Change the hours in your quote" }).click();
    await expect(page.getByLabel("Working Hours")).toBeFocused();
    await page.getByLabel("Working Hours").fill("15");
    await page.getByRole("button", { name: "Update prices" }).click();
    const unpriced = page.locator("aside dl > div").filter({ hasText: "Tern Harbor Paycheck Long Term" });
    await expect(unpriced.locator("small")).toContainText("Please enter a sufficient working hours");
    await expect(unpriced.locator("dd"), "it is in no total").toHaveText("–");
    await expect(page.locator("#average_work_week-error")).toContainText("Your quote says 15 hours a week.");
    await page.getByRole("button", { name: "Change the hours in your quote" }).click();
    await page.getByLabel("Working Hours").fill("40");
    await page.getByRole("button", { name: "Update prices" }).click();
    await expect(page.locator("#average_work_week")).toBeFocused();
    await expect(page.locator("#average_work_week-error")).toHaveCount(0);
    await expect(page.locator("#name"), "what was typed stays").toHaveValue("Acme Manufacturing");
    await page.locator("#employment_start_date").fill("03/02/2020");
    await page.locator("#occupation").fill("Machinist");
    await page.locator("#compensation_type").selectOption("G20");
    await page.locator("#emp_industry").fill("Metal work");
    await page.locator("#emp_num_employed").fill("64");
    await page.locator("#emp_vac_policy").selectOption("2_weeks");
    await page.locator("#emp_barg_unit").selectOption("no");
    await next(page).click();
    await expect(page.locator("#holiday_policy-error")).toContainText("Select at least one holiday policy");
    await page.getByLabel("Birthday").check();
    await next(page).click();
    await expectMistakes(page, [
      ["employment_status", "Employment status", "You cannot proceed with retired employer"],
    ]);
    await expectAccessible(page);
    await screenshots(page, "employer-mistake");
    await page.locator("#employment_status").selectOption("A");
    const employer = sent(page, "save-employer-info");
    await goOnInOneCall(page, "beneficiary-info", "save-employer-info");
    const { holiday_policy: holidays, with_validation: validated } = await employer;
    expect(holidays).toMatchObject({ Birthday: 1, Columbus_Day: 0 });
    expect(validated).toBe("0");

    await expect(page.getByText("Please add your beneficiaries before continuing.")).toBeVisible();
    await expect(next(page)).toHaveCount(0);
    await page.getByRole("button", { name: "Add Beneficiary" }).click();
    await expect(page.locator("#beneficiary_percentage")).toHaveValue("100");
    await page.locator("#first_name").fill("Jonah");
    await page.locator("#last_name").fill("Castillo");
    await page.locator("#birthdate").fill("09/02/1987");
    await page.locator("#relationship").selectOption("spouse");
    await page.locator("#beneficiary_percentage").fill("0");
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(page.locator("#beneficiary_percentage-error")).toContainText(
      "Beneficiary percentage should not be 0 or more than 100",
    );
    await page.locator("#beneficiary_percentage").fill("60");
    await page.locator("#ssn").fill("512443386");
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(
      page.getByText("Your total Beneficiary Percentage is 60 and it Should not be less than 100%"),
    ).toBeVisible();
    await page.getByRole("button", { name: "Add Beneficiary" }).click();
    await page.locator("#relationship").selectOption("estate");
    await expect(page.locator("#beneficiary_percentage"), "what is left").toHaveValue("40");
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(page.getByText("Now You can Continue Enrollment")).toBeVisible();
    await page
      .getByRole("button", { name: /^Delete / })
      .last()
      .click();
    await page.locator("dialog[open]").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("heading", { name: "Beneficiary #2:" })).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Beneficiaries", exact: true })).toBeFocused();
    await expect(next(page), "a part of the benefit is left").toHaveCount(0);
    await page.getByRole("button", { name: "Add Beneficiary" }).click();
    await expect(page.locator("#first_name")).toHaveValue("");
    await page.locator("#first_name").fill("No one");
    await expect(page.getByText(/^Draft saved/)).toBeVisible();
    const gone = page.waitForResponse((answer) => answer.url().includes("save-draft"));
    await page.getByRole("button", { name: "Cancel" }).click();
    await gone;
    await page.reload();
    await page.getByRole("button", { name: "Add Beneficiary" }).click();
    await expect(page.locator("#first_name"), "what was cancelled is gone").toHaveValue("");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("heading", { name: "Beneficiary #1: Jonah Castillo" })).toBeVisible();
    await page.getByRole("button", { name: "Edit Jonah Castillo" }).click();
    await expect(page.getByRole("button", { name: "Delete Jonah Castillo" })).toHaveAttribute(
      "title",
      "Please submit the edited form first to delete",
    );
    await expect(page.getByText("Please submit the edited form first to continue").first()).toBeVisible();
    await expectAccessible(page);
    await screenshots(page, "beneficiary-panel");
    await page.locator("#beneficiary_percentage").fill("100");
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(page.getByText("Now You can Continue Enrollment")).toBeVisible();
    await goOnInOneCall(page, "health-questions", "save-beneficiary-info");

    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Primary Health Questions");
    const question = page.getByRole("radiogroup", { name: /heart or blood vessels/ });
    await expect(question.getByLabel("No")).toBeChecked();
    await question.getByLabel("Yes").check();
    await next(page).click();
    const start = "condition_questions.141.conditions.0.";
    await expectMistakes(page, [
      [`${start}health_condition`, "Question 1, Condition", REQUIRED],
      [`${start}date_of_onset`, "Question 1, Date of onset", REQUIRED],
      [`${start}is_treatment`, "Question 1, Current treatment", REQUIRED],
      [`${start}is_medicate`, "Question 1, Taking medication", REQUIRED],
      ["confirmed", READ, "This field is required."],
    ]);
    await expectAccessible(page);
    await screenshots(page, "health-mistakes");
    const detail = (name: string) => page.locator(`[id="${start}${name}"]`);
    await detail("health_condition").fill("Asthma");
    await detail("date_of_onset").fill("12/31/2035");
    await detail("is_treatment").selectOption("1");
    await detail("is_medicate").selectOption("0");
    await page.getByLabel(READ).check();
    await next(page).click();
    await expectMistakes(page, [
      [`${start}date_of_onset`, "Question 1, Date of onset", "The date can't be in the future."],
    ]);
    const kept = page.waitForResponse(
      (answer) =>
        answer.url().includes("save-draft") &&
        (answer.request().postData() ?? "").includes("02/03/2015") &&
        answer.ok(),
    );
    await detail("date_of_onset").fill("02/03/2015");
    await detail("date_of_onset").blur();
    await kept;
    await page.reload();
    await expect(detail("health_condition")).toHaveValue("Asthma");
    const health = sent(page, "save-primary-health-info");
    await goOnInOneCall(page, "billing-information", "save-primary-health-info");
    const [yes, no] = (await health).condition_questions;
    expect(yes.conditions).toEqual([
      { health_condition: "Asthma", date_of_onset: "02/03/2015", is_treatment: "1", is_medicate: "0" },
    ]);
    expect(Object.keys(no).sort(), "a no has no details").toEqual([
      "question_id",
      "question_text",
      "yes_no_flag",
    ]);

    await fillBilling(page);
    await goOnInOneCall(page, "agreement-signature", "save-billing-info");
    await fillAgreement(page, "type");
    await goOnInOneCall(page, "review-confirm", "save-agreement-info");
    for (const text of ["Acme Manufacturing", "100%", "1 of 7 questions answered with yes"]) {
      await expect(page.locator("main")).toContainText(text);
    }
    await expectAccessible(page);
    await page.getByRole("button", { name: "View Details, Health Questions" }).click();
    const answer = page.locator("dialog[open] dd").getByText("Asthma");
    expect((await answer.boundingBox())?.width, "beside a long question").toBeGreaterThan(100);
    await page.keyboard.press("Escape");
    await next(page).click();
    await page.waitForURL(/\/receipt/);
    await expect(page.getByText(/^Confirmation #/).first()).toBeVisible();
    await page.goto(new URL("/confirmation/", page.url()).href);
    await expect(page.getByText(/^Confirmation #/).first(), "right after finishing").toBeVisible();
    await page.setViewportSize({ width: 320, height: 640 });
    await expectFits(page);
    await page.emulateMedia({ media: "print" });
    const edges = [page.locator("main"), page.getByRole("heading", { level: 1 })].map(async (target) => {
      return (await target.boundingBox())?.x ?? 0;
    });
    const [paper = 0, heading = 0] = await Promise.all(edges);
    expect(heading - paper, "on paper, too, the heading begins at the left edge").toBeLessThan(5);
  },
);

/** Fields are filled as people fill them: key by key, pasted, corrected in the middle. */
import type { Locator, Page } from "@playwright/test";
import { signingCode } from "./harness/outbox";
import { signedIn } from "./harness/people";
import { expect, MAIN, test } from "./harness/test";
import {
  codeFromOutbox,
  fillBilling,
  fillContact,
  fillPersonal,
  goOn,
  next,
  openPanel,
  openStep,
  panel,
  quote,
} from "./journeys/support";

async function typeAfresh(field: Locator, keys: string): Promise<void> {
  await field.click();
  await field.press("ControlOrMeta+A");
  await field.press("Delete");
  await field.pressSequentially(keys);
}

async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await field.click();
  await field.press("ControlOrMeta+V");
}

const SPELLINGS = [
  ["04/17/1989", "04/17/1989"],
  ["04171989", "04/17/1989"],
  ["04-17-1989", "04/17/1989"],
  ["04.17.1989", "04/17/1989"],
  ["04 17 1989", "04/17/1989"],
  ["4/17/1989", "04/17/1989"],
  ["4171989", "04/17/1989"],
  ["4/17/89", "04/17/89"],
  ["1989-04-17", "1989-04-17"],
  ["19890417", "19890417"],
  ["April 17, 1989", "April 17, 1989"],
  ["17 abril 1989", "17 abril 1989"],
] as const;

test("a birth date is typed in any spelling, key by key", MAIN, async ({ page, server }) => {
  await page.goto(server.url());
  const born = page.getByLabel("DOB");
  for (const [keys, shown] of SPELLINGS) {
    await typeAfresh(born, keys);
    await expect(born, keys).toHaveValue(shown);
    await born.blur();
    await expect(born, keys).toHaveValue("04/17/1989");
  }
  for (const text of ["  4/17/1989 ", "April 17, 1989", "1989-04-17T00:00:00Z", "4.17.89"]) {
    await typeAfresh(born, "01/02/19");
    await paste(page, born, text);
    await expect(born, text).toHaveValue("04/17/1989");
  }
});

test("a date is corrected in the middle, and a slash can be taken out", async ({ page, server }) => {
  await page.goto(server.url());
  const born = page.getByLabel("DOB");
  const caret = () => born.evaluate((field: HTMLInputElement) => field.selectionStart);
  await typeAfresh(born, "04/17/1989");
  await born.press("Home");
  await born.press("ArrowRight");
  await born.press("ArrowRight");
  await born.press("Backspace");
  expect([await born.inputValue(), await caret()]).toEqual(["0/17/1989", 1]);
  await born.pressSequentially("5");
  expect([await born.inputValue(), await caret()]).toEqual(["05/17/1989", 2]);
  await typeAfresh(born, "04");
  await expect(born).toHaveValue("04/");
  await born.press("Backspace");
  await expect(born).toHaveValue("04");
  await born.pressSequentially("17");
  await expect(born).toHaveValue("04/17/");
  for (const left of ["04/17", "04/1", "04/", "04", "0", ""]) {
    await born.press("Backspace");
    await expect(born).toHaveValue(left);
  }
});

test("the first form takes a date as its placeholder says and names a wrong one", async ({
  page,
  server,
}) => {
  await page.goto(server.url());
  const born = page.getByLabel("DOB");
  await page.getByLabel("Zip Code").pressSequentially("43215");
  await page.getByLabel("Gender").selectOption("1");
  await page.getByLabel("Choose Tier").selectOption("IO");
  const submit = page.getByRole("button", { name: "Submit", exact: true });
  for (const [keys, words] of [
    ["04/31/1989", "April 1989 has 30 days. Check the day."],
    ["12/31/1900", "Check the year. That is more than 120 years ago."],
    ["04/17", "Enter a date as mm/dd/yyyy"],
    ["17/04/1989", "17 isn't a valid month. Enter the month first."],
  ] as const) {
    await typeAfresh(born, keys);
    await submit.click();
    await expect(page.getByText(words)).toBeVisible();
  }
  await page.getByRole("button", { name: "Use 04/17/1989" }).click();
  await expect(born).toHaveValue("04/17/1989");
  await typeAfresh(born, "4/17/89");
  await born.press("Enter");
  await expect(page).toHaveURL(/\/plans$/);
  const filter = await page.evaluate(() => localStorage.getItem("tempId"));
  expect(filter).toBeTruthy();
});

test("a date filled in by the browser is shown as the product writes it", async ({ page, server }) => {
  await page.goto(server.url());
  const born = page.getByLabel("DOB");
  await expect(born).toHaveAttribute("autocomplete", "bday");
  await born.fill("1989-04-17");
  await expect(born).toHaveValue("04/17/1989");
});

test("dates of an application clamp what doesn't exist, and take slashes", async ({ page, server }) => {
  await quote(page, server, { tier: "IC" });
  await openStep(page, "personal-info");
  await fillPersonal(page);
  await goOn(page, "contact-info");
  await fillContact(page);
  await goOn(page, "dependent-information");
  await openPanel(page, "child");
  const born = panel(page).getByRole("textbox", { name: /^Date of Birth/ });
  for (const [keys, shown] of SPELLINGS.filter(([keys]) => !keys.startsWith("17 "))) {
    await typeAfresh(born, keys);
    await expect(born, keys).toHaveValue(shown);
    await born.blur();
    await expect(born, keys).toHaveValue("04/17/1989");
  }
  await typeAfresh(born, "13/05/2010");
  await expect(born).toHaveValue("01/05/2010");
  await expect(page.getByText("13 isn't a valid month, so we used 01.")).toBeVisible();
});

test("a group's dates are typed with slashes", async ({ page, server }) => {
  await signedIn(page, server, "group", "/group-home/people");
  await expect(page.getByRole("row", { name: /Grace Okafor/ })).toBeVisible();
  const asOf = page.getByRole("textbox", { name: "As of" });
  await typeAfresh(asOf, "12/01/2026");
  await expect(asOf).toHaveValue("12/01/2026");
  await expect(page).toHaveURL(/day=12%2F01%2F2026/);
  await typeAfresh(asOf, "12/0");
  await expect(page.getByText("Please enter a valid date")).toHaveCount(0);
  await asOf.blur();
  await expect(page.getByText("Please enter a valid date")).toBeVisible();
  await page.getByRole("button", { name: "Someone joined" }).click();
  const dialog = page.getByRole("dialog");
  for (const [label, keys, shown] of [
    ["Date of birth", "4/17/27", "04/17/1927"],
    ["Day of hire", "4-17-27", "04/17/2027"],
  ] as const) {
    const field = dialog.getByLabel(label);
    await typeAfresh(field, keys);
    await field.blur();
    await expect(field).toHaveValue(shown);
  }
});

/** Types each entry afresh and pastes it over what stands there; both have to show the same once the field is left. */
async function expectShown(page: Page, field: Locator, entries: readonly string[], shown: string) {
  for (const entry of entries) {
    await typeAfresh(field, entry);
    await field.blur();
    await expect(field, `typed: ${entry}`).toHaveValue(shown);
    await field.press("ControlOrMeta+A");
    await field.press("Delete");
    await paste(page, field, `  ${entry} `);
    await field.blur();
    await expect(field, `pasted: ${entry}`).toHaveValue(shown);
  }
}

/** A key that a full number can't take changes nothing, and the caret stays where it was. */
async function expectRefused(field: Locator, key: string): Promise<void> {
  const state = () => field.evaluate((input: HTMLInputElement) => [input.value, input.selectionStart]);
  await field.click();
  await field.press("Home");
  await field.press("ArrowRight");
  const before = await state();
  await field.press(key);
  expect(await state()).toEqual(before);
}

/** Changes the second sign of a number where it stands. */
async function expectCorrected(field: Locator, digit: string, shown: string, caret: number): Promise<void> {
  await field.click();
  await field.press("Home");
  for (let step = 0; step < caret; step++) await field.press("ArrowRight");
  await field.press("Backspace");
  await field.press(digit);
  expect(await field.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(caret);
  await field.blur();
  await expect(field).toHaveValue(shown);
}

test("a ZIP code is typed and pasted as people have it", async ({ page, server }) => {
  await page.goto(server.url());
  const zip = page.getByLabel("Zip Code");
  await expectShown(page, zip, ["43215", "43215-1234"], "43215");
  await expectRefused(zip, "9");
  await expectCorrected(zip, "0", "03215", 1);
});

test("numbers of an application are typed and pasted as people have them", async ({ page, server }) => {
  await quote(page, server);
  await openStep(page, "personal-info");
  const ssn = page.locator("#ssn");
  await expectShown(page, ssn, ["512-44-4821", "512444821", "512 44 4821"], "512-44-4821");
  await expectRefused(ssn, "9");
  await expectRefused(ssn, "x");
  await expectCorrected(ssn, "7", "572-44-4821", 2);
  await fillPersonal(page);
  await goOn(page, "contact-info");
  const phone = page.locator("#phone_number");
  const spellings = ["6145550193", "614-555-0193", "(614) 555-0193", "614.555.0193", "+1 614 555 0193"];
  await expectShown(page, phone, spellings, "(614) 555-0193");
  await expectRefused(phone, "9");
  await expectCorrected(phone, "5", "(514) 555-0193", 2);
  await expectShown(page, page.locator("#zip"), ["43215"], "43215");
  await fillContact(page);
  await goOn(page, "billing-information");
  const routing = page.locator("#routing_number");
  for (const entry of ["110000000", "110-000-000", " 110000000"]) {
    await typeAfresh(routing, "");
    await paste(page, routing, entry);
    await routing.blur();
    await expect(page.locator("#bank_name")).toHaveValue("HARBORLIGHT BANK");
  }
  await typeAfresh(routing, "110000000");
  await expectRefused(routing, "9");
  const account = page.locator("#account_number");
  await typeAfresh(account, "0001 2345 7710");
  await expect(account).toHaveValue("0001 2345 7710");
  await expectRefused(account, "x");
});

test("a card number is grouped while it is typed and corrected", async ({ page, server }) => {
  await quote(page, server);
  await openStep(page, "personal-info");
  await fillPersonal(page);
  await goOn(page, "contact-info");
  await fillContact(page);
  await goOn(page, "billing-information");
  await page.getByRole("radio", { name: /^Credit Card/ }).check();
  const number = page.locator("#card_number");
  await expectShown(
    page,
    number,
    ["4242424242424242", "4242 4242 4242 4242", "4242-4242-4242-4242"],
    "4242 4242 4242 4242",
  );
  await expectRefused(number, "x");
  await expectCorrected(number, "5", "5242 4242 4242 4242", 1);
  await expectCorrected(number, "4", "4242 4242 4242 4242", 1);
  await expectCorrected(number, "7", "4242 4742 4242 4242", 7);
  await expectShown(page, number, ["378282246310005"], "3782 822463 10005");
  const code = page.locator("#security_code");
  await expectShown(page, code, ["917"], "917");
  await expectRefused(code, "x");
  await typeAfresh(code, "91784");
  await expect(code).toHaveValue("9178");
  await typeAfresh(code, "");
  await paste(page, code, "91784");
  await next(page).click();
  await expect(code, "nothing is cut off unseen").toHaveValue("91784");
  await expect(page.locator("#security_code-error")).toContainText("Security code must of 3 or 4 digits");
});

test("height, weight and shares are typed and pasted with their units", async ({ page, server }) => {
  await quote(page, server, { plans: [1202, 2003], zip: "75201", facts: { is_smoker: "0" } });
  await openStep(page, "personal-info");
  const weight = page.locator("#weight");
  await expectShown(page, weight, ["140", "140 lbs", "140lb", "140.0", "140 pounds"], "140");
  await expectRefused(weight, "9");
  await expectRefused(weight, "x");
  await expectCorrected(weight, "5", "150", 2);
  await expectShown(page, page.locator("#height_feet"), ["5", "5 ft", "5'"], "5");
  await expectShown(page, page.locator("#height_inch"), ["6", '6"', "6 in"], "6");
  await typeAfresh(weight, "");
  await paste(page, weight, "1500 lbs");
  await next(page).click();
  await expect(weight, "nothing is cut off unseen").toHaveValue("1500");
  await expect(page.locator("#weight-error")).toContainText("Enter no more than 3 digits.");
  await fillPersonal(page);
  await goOn(page, "contact-info");
  await fillContact(page);
  await goOn(page, "beneficiary-info");
  await page.getByRole("button", { name: "Add Beneficiary" }).click();
  const share = page.locator("#beneficiary_percentage");
  await expectShown(page, share, ["50", "50%", "50 %", "50.00%", "050"], "50");
  await expectRefused(share, "x");
  await expectCorrected(share, "6", "60", 1);
  await page.locator("#relationship").selectOption("estate");
  await expect(share).toHaveValue("60");
  await share.press("ControlOrMeta+A");
  await page.evaluate(() => navigator.clipboard.writeText("50%"));
  await share.press("ControlOrMeta+V");
  await expect(share, "also over another number").toHaveValue("50%");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(
    page.getByText("Your total Beneficiary Percentage is 50 and it Should not be less than 100%"),
  ).toBeVisible();
});

test("an income and hours are typed and pasted as people write them", async ({ page, server }) => {
  await quote(page, server);
  await page.goto(server.url("planfront", "/plan/1801"));
  await page.getByRole("main").getByRole("button", { name: "clicking here." }).click();
  const dialog = page.getByRole("dialog");
  const income = dialog.getByLabel("Annual Income");
  await expectShown(page, income, ["1234.5", "1234.50", "$1,234.50", "$ 1,234.50"], "$1,234.50");
  await expectShown(page, income, ["52000", "52,000", "$52,000.00", "052000"], "$52,000");
  await expectRefused(income, "x");
  await expectRefused(income, "%");
  await expectCorrected(income, "8", "$82,000", 2);
  const hours = dialog.getByLabel("Working Hours");
  await expectShown(page, hours, ["40", "40 hours", "40.0"], "40");
  await expectRefused(hours, "x");
  await typeAfresh(hours, "40.5");
  await hours.blur();
  await expect(hours, "a point that is typed stays").toHaveValue("40.5");
  const update = dialog.getByRole("button", { name: "Update prices" });
  for (const wrong of ["52k", "52.000,00", "1,5"]) {
    await typeAfresh(income, "");
    if (wrong === "52k") await paste(page, income, wrong);
    else await income.pressSequentially(wrong);
    await update.click();
    await expect(income, "it stays as it was entered").toHaveValue(wrong);
    await expect(dialog.getByText("Enter your annual income in dollars.")).toBeVisible();
  }
  await typeAfresh(income, "$52,000.50");
  await update.click();
  await expect(dialog.getByText("Enter a whole number from 1 to 100.")).toBeVisible();
  await typeAfresh(hours, "40");
  await update.click();
  await expect(page.getByRole("complementary").first()).toContainText("$52,000.50");
});

test("codes are taken as they are read: with blanks, dashes and small letters", async ({ page, server }) => {
  await quote(page, server);
  await openStep(page, "personal-info");
  await fillPersonal(page);
  await goOn(page, "contact-info");
  await page.getByRole("button", { name: "Save & Continue Later" }).click();
  const dialog = page.getByRole("dialog");
  const address = `maren.${Date.now()}@mailbox.example`;
  await dialog.getByRole("textbox").fill(address);
  await dialog.getByRole("button", { name: "Send Code" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  const mailed = await codeFromOutbox(page, server, address);
  const apart = (mark: string) => `${mailed.slice(0, 5)}${mark}${mailed.slice(5)}`.toLowerCase();
  const code = page.locator("#code");
  await page.goto(server.url("planfront", "/continue-enrollment"));
  await typeAfresh(code, apart("-"));
  await page.locator("#email").pressSequentially(address);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/enrollment\/contact-info/);
  await page.goto(server.url("planfront", "/continue-enrollment"));
  await paste(page, code, ` ${apart(" ")} `);
  await page.locator("#email").pressSequentially(address);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/enrollment\/contact-info/);
  await fillContact(page);
  await goOn(page, "billing-information");
  await fillBilling(page);
  await goOn(page, "agreement-signature");
  const digits = await signingCode(page);
  const ticks = page.locator("main form input[type=checkbox]");
  for (const tick of await ticks.all()) await tick.check();
  await paste(page, page.locator("#verification_code"), ` ${digits.slice(0, 3)}-${digits.slice(3)} `);
  await page.locator("label:has(input[value=type])").click();
  await page.locator("#typed_name").pressSequentially("maren castillo");
  await goOn(page, "review-confirm");
});

/** Columns of a canvas with ink: the first, the last, and how many of its pixels are dark. */
const ink = (page: Page) =>
  page.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
    const { width, height } = canvas;
    const { data } = canvas.getContext("2d")?.getImageData(0, 0, width, height) ?? { data: [] };
    const columns = Array.from({ length: width }, (_, x) =>
      Array.from({ length: height }, (_, y) => (data[4 * (y * width + x)] ?? 255) < 128).some(Boolean),
    );
    return { first: columns.indexOf(true) / width, last: columns.lastIndexOf(true) / width };
  });

test("a drawn signature is whole after the phone is turned", async ({ page, server }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await quote(page, server);
  await openStep(page, "personal-info");
  await fillPersonal(page);
  await goOn(page, "contact-info");
  await fillContact(page);
  await goOn(page, "billing-information");
  await fillBilling(page);
  await goOn(page, "agreement-signature");
  const canvas = page.locator("canvas");
  await canvas.evaluate((paper) => paper.scrollIntoView({ block: "center" }));
  const box = await canvas.boundingBox();
  if (!box) throw new Error("no place to sign");
  await page.mouse.move(box.x + 10, box.y + box.height / 2);
  await page.mouse.down();
  for (let step = 1; step <= 40; step++)
    await page.mouse.move(
      box.x + 10 + (step * (box.width - 20)) / 40,
      box.y + box.height / 2 + 20 * Math.sin(step / 2),
    );
  await page.mouse.up();
  const drawn = await ink(page);
  expect(drawn.first).toBeLessThan(0.05);
  expect(drawn.last).toBeGreaterThan(0.95);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => (await canvas.boundingBox())?.width ?? 999).toBeLessThan(box.width);
  await expect.poll(async () => (await ink(page)).last).toBeLessThan(0.99);
  const turned = await ink(page);
  expect(turned.first).toBeCloseTo(drawn.first, 1);
  expect(turned.last).toBeCloseTo(drawn.last, 1);
  await page.setViewportSize({ width: 844, height: 390 });
  await expect.poll(async () => (await ink(page)).last).toBeCloseTo(drawn.last, 2);
});

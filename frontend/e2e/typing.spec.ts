/** Fields are filled as people fill them: key by key, pasted, corrected in the middle. */
import type { Locator, Page } from "@playwright/test";
import { signedIn } from "./harness/people";
import { expect, test } from "./harness/test";
import {
  fillBilling,
  fillContact,
  fillPersonal,
  goOn,
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

test("a birth date is typed in any spelling, key by key", async ({ page, server }) => {
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
    ["17/04/1989", "There is no month 17. Write the month first."],
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
  await expect(page.getByText("There is no month 13: it became 01.")).toBeVisible();
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

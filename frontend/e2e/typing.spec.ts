/** Fields are filled as people fill them: key by key, pasted, corrected in the middle. */
import type { Locator, Page } from "@playwright/test";
import { signedIn } from "./harness/people";
import { expect, test } from "./harness/test";
import { fillContact, fillPersonal, goOn, openPanel, openStep, panel, quote } from "./journeys/support";

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

test("the first form takes a date as its placeholder says and names a wrong one", async ({ page, server }) => {
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
    ["17/04/1989", "There is no month 17. Did you mean 04/17/1989?"],
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
  const asOf = page.getByRole("textbox", { name: "As of" });
  await typeAfresh(asOf, "12/01/2026");
  await expect(asOf).toHaveValue("12/01/2026");
  await expect(page).toHaveURL(/day=12%2F01%2F2026/);
  await typeAfresh(asOf, "12/0");
  await expect(page.getByText("Enter a date as mm/dd/yyyy")).toHaveCount(0);
  await asOf.blur();
  await expect(page.getByText("Enter a date as mm/dd/yyyy")).toBeVisible();
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

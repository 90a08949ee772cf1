import { expectAccessible } from "./harness/axe";
import { signedIn } from "./harness/people";
import { expect, MAIN, test } from "./harness/test";

/** As a payroll system exports it: a title, semicolons, a mark, and dates in several forms. */
const SHEET = [
  "\ufeffStaff of November;;;;;;;",
  "Emp #;First;Last;DOB;Start;Dept type;Work mail;Shirt;Sex",
  "CF-9;Nadia;Fox;4/17/89;45979;H;n.fox@mailbox.example;M;F",
  "CF-10;Kofi;Mensah;13/04/1990;11/23/2026;S;k.mensah@mailbox.example;L;M",
  "CF-11;Hugo;Lind;17-Apr-1988;2026-11-23;SH;;S;M",
  "Total;3;;;;;;;",
].join("\r\n");

/** How a PNG begins. */
const PICTURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]);

const file = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

test("a group uploads a roster, fixes a row, saves, and undoes it", MAIN, async ({ page, server }) => {
  await signedIn(page, server, "group", "/group-home/people");
  await page.getByRole("link", { name: "Upload a roster" }).first().click();
  const input = page.getByLabel("Roster file");
  await input.setInputFiles({ name: "photo.csv", mimeType: "text/csv", buffer: PICTURE });
  await expect(page.getByRole("alert")).toContainText("This is not a text file.");
  await expectAccessible(page);
  await input.setInputFiles(file("roster-nov.csv", SHEET));

  await expect(page.getByRole("heading", { name: "Match your columns" })).toBeVisible();
  await expect(page.getByText("We matched 8 of 9 columns")).toBeVisible();
  await expect(page.getByLabel("Shirt goes to")).toHaveValue("");
  await page.getByLabel("H", { exact: true }).selectOption({ label: "Staff" });
  await page.getByLabel("S", { exact: true }).selectOption({ label: "Management" });
  await expectAccessible(page);
  await page.getByRole("button", { name: "Check 4 rows" }).click();

  await expect(page.getByRole("heading", { name: "Fix 2 rows" })).toBeVisible();
  await expect(page.getByText("There is no month 13. Did you mean 04/13/1990?")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Use 04/13/1990" }).click();
  await page.getByRole("button", { name: "Check 1 fixed row" }).click();
  await expect(page.getByRole("heading", { name: "Fix 1 row" })).toBeVisible();
  await page.getByText("New people, 2").click();
  await expect(page.getByText("Kofi Mensah")).toBeVisible();
  await page.getByRole("button", { name: "Save 2 people and skip 1 row" }).click();

  await expect(page.getByRole("heading", { name: "Your roster is up to date" })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "download these rows" }).click();
  expect((await download).suggestedFilename()).toBe("roster-nov-rows-to-fix.xlsx");
  await expectAccessible(page);
  await page.getByRole("link", { name: "See your people" }).click();
  await expect(page.getByRole("row", { name: /Nadia Fox/ })).toBeVisible();
  await page.getByRole("checkbox", { name: "Select Nadia Fox" }).check();
  const people = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export 1 person" }).click();
  expect((await people).suggestedFilename()).toMatch(/^people-.*\.csv$/);
  await expectAccessible(page);

  await page.goBack();
  await page.getByRole("button", { name: "Undo this upload" }).click();
  await expect(page.getByRole("heading", { name: "Upload undone" })).toBeVisible();
});

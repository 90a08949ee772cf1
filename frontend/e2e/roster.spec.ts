import { expect, MAIN, test } from "./harness/test";

const PEOPLE = [
  "Emp ID,Relation,Last,First,SSN,DOB,Sex,Zip Code,Term Date",
  "9001,EE,Marlowe,Dana,219-09-1234,04/17/1988,F,43215,",
  "9001,Spouse,Marlowe,Robin,,09/30/1987,M,,",
  "9002,EE,Haddad,Omar,,12/05/1990,M,43215,",
  "9002,Ex-Spouse,Haddad,Lena,,12/05/1991,F,,",
].join("\n");

test("staff take a group's roster from upload to undo", MAIN, async ({ page, server }) => {
  test.slow();
  await page.goto(server.url("planfront", "/backoffice/login/"));
  await page.locator("input[name=username]").fill("admin@demo.test");
  await page.locator("input[name=password]").fill("planfront-demo");
  await page.locator("input[name=password]").press("Enter");
  await page.waitForURL((url) => !url.pathname.includes("login"));

  await page.goto(server.url("planfront", "/backoffice/members/rosterimport/add/"));
  await page
    .getByLabel("Group", { exact: true })
    .selectOption({ label: "Northwind School District (NORTH2)" });
  await page.getByLabel("Brand (optional)").selectOption({ label: "Planfront" });
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(PEOPLE) });
  await page.getByRole("button", { name: "Upload", exact: true }).click();

  await expect(page.getByLabel("SSN")).toHaveValue("ssn");
  await expect(page.getByText("•••-••-1234")).toBeVisible();
  await expect(page.getByLabel("Spouse", { exact: true })).toHaveValue("Spouse");
  await page.getByLabel("Ex-Spouse", { exact: true }).selectOption({ label: "Leave these people out" });
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByText("This is a dry run: no member has changed yet.")).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByText("Added: spouse Robin")).toBeVisible();
  await expect(page.getByRole("row", { name: /B5.*Chosen to be left out/ })).toBeVisible();

  await page.getByRole("link", { name: "Apply…" }).click();
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByRole("link", { name: "Marlowe, Dana" }).click({ timeout: 60_000 });
  await expect(page.getByRole("cell", { name: "Ending 1234" })).toBeVisible();
  await page.goBack();

  await page.getByRole("link", { name: "Undo…" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Restored")).toBeVisible({ timeout: 60_000 });
});

import { expectAccessible } from "./harness/axe";
import { day } from "./harness/days";
import { signedIn } from "./harness/people";
import { expect, test } from "./harness/test";

test("a group's administrator sees who pays what, reports that somebody leaves, and undoes it", async ({
  page,
  server,
}) => {
  await signedIn(page, server, "group", "/group-home");
  await page.locator("main").getByRole("link", { name: "Who has what" }).click();
  await expect(page).toHaveURL(/\/group-home\/people$/);
  const grace = page.getByRole("row", { name: /Grace Okafor/ });
  await expect(grace).toContainText("$50.60");
  await expect(grace).toContainText("$19.92");
  await expect(grace).toContainText("$6.13 every two weeks");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Leaves, Grace Okafor" }).click();
  const dialog = page.getByRole("dialog", { name: "Someone left" });
  await dialog.getByRole("button", { name: "Report leaving" }).click();
  await expect(dialog.getByText("Field is required").first()).toBeVisible();
  await dialog.getByRole("textbox", { name: "Last day worked" }).fill(day(0));
  await dialog.getByLabel("Reason").selectOption({ label: "Left the employer" });
  await expect(dialog.getByText(/^Halden Group Dental 2000 ends on/)).toBeVisible();
  await expect(dialog).toContainText("$50.60");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Report leaving" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Grace Okafor leaves." })).toBeVisible();
  await page.getByRole("button", { name: /^Leaving/ }).click();
  await expect(page).toHaveURL(/show=leaving/);
  await expect(page.getByRole("row", { name: /Grace Okafor/ })).toContainText(/Leaves on/);
  await page.getByRole("button", { name: "Undo, Grace Okafor" }).click();
  await expect(page.getByText("Nobody here")).toBeVisible();
});

test("somebody joins, once", async ({ page, server }) => {
  await signedIn(page, server, "group", "/group-home/people");
  const add = async () => {
    await page.getByRole("button", { name: "Someone joined" }).click();
    const dialog = page.getByRole("dialog", { name: "Someone joined" });
    await dialog.getByLabel("First name").fill("Ben");
    await dialog.getByLabel("Last name").fill("Castro");
    await dialog.getByRole("textbox", { name: "Date of birth" }).fill("02/03/1990");
    await dialog.getByLabel("Gender").selectOption("0");
    await dialog.getByLabel("Email").fill("ben.castro@mail.example");
    await dialog.getByRole("textbox", { name: "Day of hire" }).fill(day(0));
    await dialog.getByRole("button", { name: "Add and invite" }).click();
    return dialog;
  };
  await page.getByRole("button", { name: "Someone joined" }).click();
  await page.getByRole("button", { name: "Add and invite" }).click();
  await expect(page.getByText("Field is required").first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await add();
  await expect(page.getByRole("status").filter({ hasText: "Ben Castro is on record" })).toBeVisible();
  await page.getByLabel("Search people").fill("Castro");
  await expect(page.getByRole("row", { name: /Ben Castro/ })).toContainText("May enroll until");
  const dialog = await add();
  await expect(dialog.getByRole("alert")).toContainText("among your people already");
});

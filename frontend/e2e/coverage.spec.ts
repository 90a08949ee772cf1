import { expectAccessible } from "./harness/axe";
import { signedIn } from "./harness/people";
import { expect, test } from "./harness/test";

const DAY = 86_400_000;

/** mm/dd/yyyy, so many days from now. */
function day(offset: number): string {
  const date = new Date(Date.now() + offset * DAY);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(date.getMonth() + 1)}/${two(date.getDate())}/${date.getFullYear()}`;
}

test("a member reports a birth, looks at the policy, takes it back and ends coverage", async ({
  page,
  server,
}) => {
  await signedIn(page, server, "member", "/coverage");
  await page.getByRole("link", { name: "Something changed" }).click();
  await page.getByLabel("Birth", { exact: true }).check();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("Field is required")).toBeVisible();
  await page.getByLabel("Add somebody").check();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("textbox", { name: "Born" }).fill(day(-70));
  await page.getByLabel("First name").fill("Mateo");
  await page.getByLabel("Last name").fill("Santos");
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText(/70 days; 60 are allowed/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Send this change" })).toBeHidden();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByLabel("First name")).toHaveValue("Mateo");
  await page.getByRole("textbox", { name: "Born" }).fill(day(-10));
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("Together $37.51 a month before, $71.21 a month after.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send this change" }).click();
  await expect(page.getByText("Your change is made")).toBeVisible();

  await page.getByRole("link", { name: "To My benefits" }).click();
  const main = page.locator("main");
  await expect(main).toContainText("Covers Maria, Mateo");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Policy and history of Halden Dental PPO 1500" }).click();
  await expect(main).toContainText("Mateo joined");
  await expect(main).toContainText("$71.21");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Undo: Mateo joined, Halden Dental PPO 1500" }).click();
  await expect(main).toContainText("A change was taken back");

  await page.getByRole("button", { name: "End coverage" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Last day" }).fill(day(-1));
  await dialog.getByRole("button", { name: "What follows?" }).click();
  await expect(dialog).toContainText("Coverage can't end before today.");
  await dialog.getByRole("textbox", { name: "Last day" }).fill(day(20));
  await dialog.getByRole("button", { name: "What follows?" }).click();
  await expect(dialog).toContainText("covers 1 person until the end of");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: `End it on ${day(20)}` }).click();
  await expect(main).toContainText(`Ends on ${day(20)}`);
});

test("a member shows a card at the desk and takes all of them home", async ({ page, server }) => {
  await signedIn(page, server, "member", "/coverage");
  await page.getByRole("button", { name: /Show at the desk/ }).click();
  await expect(page).toHaveURL(/#card-/);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Member ID");
  await expect(dialog).toContainText("PF-5001-1002");
  await expectAccessible(page);
  await page.reload();
  await expect(dialog).toContainText("PF-5001-1002");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "1 card as PDF" }).click();
  expect((await download).suggestedFilename()).toBe("planfront-member-cards.pdf");
});

import { expectAccessible } from "./harness/axe";
import { day } from "./harness/days";
import { signedIn } from "./harness/people";
import { expect, MAIN, test } from "./harness/test";

test(
  "a member reports a birth, looks at the policy, takes it back and ends coverage",
  MAIN,
  async ({ page, server }) => {
    await signedIn(page, server, "member", "/coverage");
    const force = page.getByRole("region", { name: "Your plans" });
    await expect(force).toContainText(/since [\d/]{10}/);
    await force.getByText("Ended: 1 plan").click();
    await expect(force).toContainText(/Claropoint Vision Essential[\d/]{10} to [\d/]{10}/);
    await page.getByRole("link", { name: "Birth", exact: true }).click();
    await expect(page).toHaveURL(/\/coverage\/change\/who$/);
    await expect(page.getByRole("heading", { level: 1, name: "Who are you adding?" })).toBeFocused();
    await expect(page.getByLabel("Relationship")).toHaveCount(0);
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByText("Field is required").first()).toBeVisible();
    await page.getByLabel("First name").fill("Mateo");
    await page.getByLabel("Last name").fill("Santos");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("textbox", { name: "Born" }).fill(day(5));
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByText("The date can't be in the future.")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Born" })).toBeFocused();
    await page.getByRole("textbox", { name: "Born" }).fill(day(-70));
    await expect(page.getByText("Last day to tell us")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByRole("heading", { name: "This change comes 10 days too late" })).toBeVisible();
    await expect(page.getByText(/70 days; 60 are allowed/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Send this change" })).toBeHidden();
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByText(/70 days; 60 are allowed/)).toBeVisible();
    await page.getByRole("link", { name: "Change the day" }).click();
    await page.getByRole("button", { name: "Back" }).click();
    await expect(page.getByLabel("First name")).toHaveValue("Mateo");
    const second = await page.context().newPage();
    await second.goto(page.url());
    await expect(second.getByLabel("First name")).toHaveValue("Mateo");
    await second.close();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("textbox", { name: "Born" }).fill(day(-10));
    await expect(page.getByRole("radio", { name: day(-10) })).toBeChecked();
    await expect(page.getByText("You're on time: 50 days left to tell us.")).toBeVisible();
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByText("Together $37.51 a month before, $71.21 a month after.")).toBeVisible();
    await expectAccessible(page);
    await page.goBack();
    await expect(page.getByRole("textbox", { name: "Born" })).toHaveValue(day(-10));
    await page.goForward();
    await page.getByRole("button", { name: "Send this change" }).click();
    await expect(page.getByRole("heading", { name: "Your change is complete" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Undo until midnight" })).toBeVisible();
    await expect(page.getByText("From $37.51 to $71.21 a month.")).toBeVisible();
    await expect(page.getByText("Have this ready in case we ask for it: Birth certificate.")).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem("change_draft"))).toBeNull();
    await expectAccessible(page);

    await page.getByRole("link", { name: "To My benefits" }).click();
    const main = page.locator("main");
    await expect(force.getByRole("row", { name: /Halden Dental PPO 1500/ })).toContainText(
      `since ${day(-10)}`,
    );
    await expectAccessible(page);
    await page.getByRole("link", { name: "Policy and history of Halden Dental PPO 1500" }).click();
    await expect(main).toContainText("Mateo joined");
    await expect(main).toContainText("$71.21");
    const steps = page.getByRole("group", { name: "Periods of this policy" });
    await expect(steps.getByRole("radio").last()).toBeChecked();
    await page.getByRole("textbox", { name: "As of" }).fill(day(-11));
    await expect(steps.getByRole("radio").last()).not.toBeChecked();
    await expect(main).toContainText("$37.51 a month");
    await steps.getByRole("radio").last().check();
    await expect(page.getByRole("textbox", { name: "As of" })).toHaveValue(day(0));
    await expectAccessible(page);
    const undo = page.getByRole("button", { name: "Undo: Mateo joined, Halden Dental PPO 1500" });
    await undo.click();
    await expect(undo).toBeHidden();
    await expect(main).toContainText("A change was taken back");
    await expect(main).toContainText(`Undone on ${day(0)}`);

    await page.getByRole("button", { name: "End coverage" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("covers 1 person through");
    await expect(dialog.getByRole("radio").first()).toBeChecked();
    await dialog.getByRole("radio", { name: "Another day" }).check();
    await dialog.getByRole("textbox", { name: "Last day" }).fill(day(-1));
    await expect(dialog).toContainText("Coverage can't end before today.");
    await dialog.getByRole("textbox", { name: "Last day" }).fill(day(20));
    await expect(dialog).toContainText("covers 1 person through");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: `End it on ${day(20)}` }).click();
    await expect(main).toContainText(`Ends on ${day(20)}`);
  },
);

test("a member marries, adds the spouse and moves to another plan in one report, and undoes it", async ({
  page,
  server,
}) => {
  await signedIn(page, server, "member", "/coverage/change/what");
  await page.getByLabel("Marriage", { exact: true }).check();
  await expect(page.getByLabel("Move to another plan")).toBeVisible();
  await page.getByLabel("Add someone").check();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("First name").fill("Daniel");
  await page.getByLabel("Last name").fill("Santos");
  await page.getByRole("textbox", { name: "Date of birth" }).fill("09/02/1987");
  await page.getByLabel("Relationship").selectOption("spouse");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("textbox", { name: "Married" }).fill(day(-10));
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("Together $37.51 a month before, $73.04 a month after.")).toBeVisible();

  await page.getByRole("link", { name: /^Change a plan, too/ }).click();
  await expect(page).toHaveURL(/\/coverage\/change\/plan$/);
  const plans = page.getByRole("radiogroup", { name: "Halden Dental PPO 1500" });
  await expect(plans.getByRole("radio", { name: "Keep Halden Dental PPO 1500" })).toBeChecked();
  await expect(plans).toContainText("$73.04 a month");
  await expect(plans).toContainText("+$22.91");
  await plans.getByRole("radio", { name: "Keep Halden Dental PPO 1500" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(plans.getByRole("radio", { name: /^Halden Dental PPO 2500/ })).toBeChecked();
  const differs = page.getByText("What differs: Halden Dental PPO 1500 and Halden Dental PPO 2500");
  await differs.click();
  await expect(page.getByRole("row", { name: /^Annual maximum \$1,500 \$2,500/ })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(plans.getByRole("radio", { name: /^Halden Dental PPO 2500/ })).toBeChecked();
  await page.setViewportSize({ width: 390, height: 800 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("button", { name: "Next" }).click();

  await expect(page.getByText("Together $37.51 a month before, $95.95 a month after.")).toBeVisible();
  const table = page.getByRole("table", { name: "Your plans before and after" });
  await expect(table).toContainText("Halden Dental PPO 2500");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send this change" }).click();
  await expect(page.getByRole("heading", { name: "Your change is complete" })).toBeVisible();
  await expect(page.getByText("Daniel joined, another plan")).toBeVisible();
  await page.getByRole("button", { name: "Undo until midnight" }).click();
  await expect(page.getByRole("heading", { name: "The change was undone" })).toBeVisible();
  await page.getByRole("link", { name: "To My benefits" }).click();
  await expect(page.locator("main")).toContainText("A change was taken back");
  await expect(page.locator("main")).toContainText("$37.51");
});

test("a member shows a card at the desk and takes all of them home", async ({ page, server }) => {
  await signedIn(page, server, "member", "/coverage");
  await page.getByRole("button", { name: /Show at the office/ }).click();
  await expect(page).toHaveURL(/#card-/);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Member ID");
  await expect(dialog).toContainText("M000050013");
  await expectAccessible(page);
  await page.reload();
  await expect(dialog).toContainText("M000050013");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "1 card as PDF" }).click();
  expect((await download).suggestedFilename()).toBe("planfront-member-cards.pdf");
});

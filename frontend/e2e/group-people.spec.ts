import type { Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe";
import { day } from "./harness/days";
import { signedIn } from "./harness/people";
import { Server } from "./harness/server";
import { expect, MAIN, test } from "./harness/test";

test(
  "a group's administrator sees who pays what, reports that somebody leaves, and undoes it",
  MAIN,
  async ({ page, server }) => {
    await signedIn(page, server, "group", "/group-home");
    await page.locator("main").getByRole("link", { name: "People", exact: true }).click();
    await expect(page).toHaveURL(/\/group-home\/people$/);
    const grace = page.getByRole("row", { name: /Grace Okafor/ });
    await expect(grace).toContainText("$50.60");
    await expect(grace).toContainText("$19.92");
    await expect(grace).toContainText("$14.16 every two weeks");
    await expectAccessible(page);

    await page.getByRole("button", { name: "End employment, Grace Okafor" }).click();
    const dialog = page.getByRole("dialog", { name: "End the employment of Grace Okafor" });
    await dialog.getByRole("button", { name: "End employment" }).click();
    await expect(dialog.getByText("Field is required").first()).toBeVisible();
    await dialog.getByRole("textbox", { name: "Last day worked" }).fill("13/45/2026");
    await dialog.getByRole("button", { name: "End employment" }).click();
    await expect(dialog.getByText("Please enter a valid date")).toBeVisible();
    await dialog.getByRole("textbox", { name: "Last day worked" }).fill(day(0));
    await expect(dialog.getByLabel("Why")).toHaveValue("left-work");
    await expect(dialog.getByText(/^Halden Group Dental 2000 ends on/)).toBeVisible();
    await expect(dialog).toContainText("$50.60");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "End employment" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Grace Okafor leaves." })).toBeFocused();
    await page.getByRole("link", { name: /^Leaving/ }).click();
    await expect(page).toHaveURL(/show=leaving/);
    // Tomorrow would be too late on the last day of a month, and today is what the page begins with.
    await page.getByRole("textbox", { name: "As of" }).fill(day(-1));
    await expect(page).toHaveURL(/show=leaving&day=/);
    await page.reload();
    await expect(page.getByRole("textbox", { name: "As of" })).toHaveValue(day(-1));
    await expect(page.getByRole("row", { name: /Grace Okafor/ })).toContainText("Last day");
    await page.goto(server.url("planfront", "/group-home/people?show=leaving"));
    await expect(page.getByRole("row", { name: /Grace Okafor/ })).toContainText(/Leaves on/);
    await page.getByRole("button", { name: "Undo, Grace Okafor" }).click();
    await expect(page.getByRole("row", { name: /Grace Okafor/ })).toHaveCount(0);
    await expect(page.getByRole("status").filter({ hasText: "Grace Okafor stays employed" })).toBeFocused();
  },
);

test("a leaving of long ago is asked of the store's team, and taken back", async ({ page, server }) => {
  await signedIn(page, server, "group", "/group-home/people");
  const ask = async () => {
    await page.getByRole("button", { name: "End employment, Grace Okafor" }).click();
    const dialog = page.getByRole("dialog", { name: "End the employment of Grace Okafor" });
    await dialog.getByRole("textbox", { name: "Last day worked" }).fill(day(-100));
    await expect(dialog).toContainText("This goes back more than 60 days, so our team must approve it");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Ask our team" }).click();
    return dialog;
  };
  await ask();
  await expect(page.getByRole("status").filter({ hasText: "We asked Planfront to approve" })).toBeVisible();
  const requests = page.getByRole("region", { name: "Requested from Planfront" });
  await expect(requests).toContainText("Grace Okafor: End coverage");
  await expect(requests).toContainText("Waiting for Planfront");
  await expect(page.getByRole("row", { name: /Grace Okafor/ })).toContainText("Waits for an answer");
  await expectAccessible(page);

  const dialog = await ask();
  await expect(dialog.getByRole("alert")).toContainText(
    "is already waiting for Planfront. Withdraw it first.",
  );
  await dialog.getByRole("button", { name: "Keep employed" }).click();
  await page.reload();
  await requests.getByRole("button", { name: "Withdraw it, Grace Okafor" }).click();
  await expect(requests).toHaveCount(0);
  await expect(page.getByRole("row", { name: /Grace Okafor/ })).not.toContainText("Waits for an answer");
});

/** In a store of its own: other journeys count the people of the shared one. */
test("somebody joins, once", async ({ page, database }) => {
  test.setTimeout(300_000);
  const store = await Server.start(database);
  try {
    await joinOnce(page, store);
  } finally {
    await store.stop();
  }
});

async function joinOnce(page: Page, store: Server): Promise<void> {
  await signedIn(page, store, "group", "/group-home/people");
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
  await expect(
    page.getByRole("status").filter({ hasText: "Ben Castro was added and invited" }),
  ).toBeVisible();
  await page.getByLabel("Search people").fill("Castro");
  await expect(page.getByRole("row", { name: /Ben Castro/ })).toContainText("Can enroll until");
  const dialog = await add();
  await expect(dialog.getByRole("alert")).toContainText("already in your group");
}

const APPROVES = `
from planfront.parties.groups.models import Group
group = Group.objects.get(pk=101)
group.flags = {**group.flags, "approves_changes": True}
group.save()
`;

test("what a member reports waits for the group, which sends it back once and then approves it", async ({
  page,
  database,
  browser,
}) => {
  test.setTimeout(300_000);
  const store = await Server.start(database);
  try {
    await store.manage("shell", "-c", APPROVES);
    await signedIn(page, store, "member", "/coverage");
    const group = await (await browser.newContext()).newPage();
    await signedIn(group, store, "group", "/group-home/people");
    await expect(group.getByRole("heading", { name: "Needs your approval" })).toHaveCount(0);

    await reportBirth(page, store);
    await expect(
      page.getByRole("heading", { level: 1, name: "Your change is waiting for Acme Manufacturing" }),
    ).toBeVisible();
    await expectAccessible(page);
    await group.reload();
    await group.getByRole("button", { name: "Decline, Maria Santos" }).click();
    const dialog = group.getByRole("dialog");
    await dialog.getByRole("button", { name: "Decline" }).click();
    await expect(dialog).toContainText("Field is required");
    await dialog.getByLabel("Reason").fill("Please bring the certificate.");
    await expectAccessible(group);
    await dialog.getByRole("button", { name: "Decline" }).click();
    await expect(group.getByText("Declined: Maria Santos")).toBeVisible();

    await page.goto(store.url("planfront", "/coverage"));
    await expect(page.locator("main")).toContainText("Please bring the certificate.");
    await expectAccessible(page);
    await reportBirth(page, store);
    await group.reload();
    await expect(group.getByRole("heading", { name: /^Maria Santos ?: Add Mateo$/ })).toBeVisible();
    await expect(group.locator("main")).toContainText("$37.51 → $71.21");
    await expectAccessible(group);
    await group.getByRole("button", { name: "Approve, Maria Santos" }).click();
    await expect(group.getByText("Approved: Maria Santos")).toBeVisible();
    await expect(group.getByRole("heading", { name: "Needs your approval" })).toHaveCount(0);
    await page.goto(store.url("planfront", "/coverage"));
    await expect(page.getByRole("region", { name: "Your plans" })).toContainText(/Maria.*Mateo.*since/);
    await endCoverage(page);
    await group.context().close();
  } finally {
    await store.stop();
  }
});

/** On a phone, where the refusal stands above what is pressed. */
async function endCoverage(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 600 });
  await page.getByRole("link", { name: "Policy and history of Halden Dental PPO 1500" }).click();
  const main = page.locator("main");
  const dialog = page.getByRole("dialog");
  const end = async () => {
    await page.getByRole("button", { name: "End coverage", exact: true }).click();
    await dialog.getByText("You can still claim care up to that day.").scrollIntoViewIfNeeded();
    await dialog.getByRole("button", { name: /^End it on/ }).click();
  };
  await end();
  await expect(main.getByText("End coverage: waiting for Acme Manufacturing")).toBeInViewport();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await end();
  await expect(
    dialog.getByText("A change of yours is already waiting for Acme Manufacturing. Withdraw it first."),
  ).toBeInViewport({ ratio: 1 });
  await dialog.getByRole("button", { name: "Keep it" }).click();
  await main.getByRole("button", { name: "Withdraw it: End coverage" }).click();
  await expect(main.getByText("End coverage: waiting for Acme Manufacturing")).toHaveCount(0);
}

async function reportBirth(page: Page, store: Server): Promise<void> {
  await page.goto(store.url("planfront", "/coverage/change"));
  await page.getByLabel("Birth", { exact: true }).check();
  await page.getByLabel("Add someone").check();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("First name").fill("Mateo");
  await page.getByLabel("Last name").fill("Santos");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("textbox", { name: "Born" }).fill(day(-10));
  await expect(page.getByRole("radio", { name: day(-10) })).toBeChecked();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Send this change" }).click();
  await expect(page).toHaveURL(/\/coverage\/change\/sent$/);
}

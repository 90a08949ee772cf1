import type { Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe";
import { day } from "./harness/days";
import { signedIn } from "./harness/people";
import { Server } from "./harness/server";
import { expect, test } from "./harness/test";

async function reportBirth(page: Page): Promise<void> {
  await page.getByLabel("Birth", { exact: true }).check();
  await page.getByLabel("Add someone").check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("First name").fill("Mateo");
  await page.getByLabel("Last name").fill("Santos");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("textbox", { name: "Born" }).fill(day(-10));
  await expect(page.getByText("On time: 50 days left to tell us.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("Together $37.51 a month before, $71.21 a month after.")).toBeVisible();
  await expect(page.locator("main")).toContainText("For Maria Santos");
  await expect(page.locator("main")).not.toContainText("Your");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send this change" }).click();
  await expect(page.getByRole("heading", { name: "The change for Maria is complete" })).toBeVisible();
  await expect(page.locator("main")).toContainText("Mateo joined");
  await expectAccessible(page);
}

test("a group's administrator reports a birth for somebody, takes it back and is where it began", async ({
  page,
  server,
}) => {
  await signedIn(page, server, "group", "/group-home/people?show=in_force");
  await page.getByRole("link", { name: "Report a life event, Maria Santos" }).click();
  await expect(page).toHaveURL(/\/group-home\/people\/\d+\/change$/);
  await reportBirth(page);
  await page.getByRole("button", { name: "Undo until midnight" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "The change was undone." })).toBeVisible();
  await page.getByRole("link", { name: "Go back" }).click();
  await expect(page).toHaveURL(/\/group-home\/people\?show=in_force$/);
  await expect(page.getByRole("row", { name: /Maria Santos/ })).toBeVisible();
});

/** In a store of its own: other journeys begin from Maria's price without the child. */
test("a rep reports a birth for a client, goes back to the client and finds it told", async ({
  page,
  database,
}) => {
  test.setTimeout(300_000);
  const store = await Server.start(database);
  try {
    await reportForClient(page, store);
  } finally {
    await store.stop();
  }
});

async function reportForClient(page: Page, server: Server): Promise<void> {
  await signedIn(page, server, "rep", "/book-of-business");
  await page.getByLabel("Search clients").fill("Santos");
  await page.getByRole("link", { name: "Maria Santos" }).first().click();
  await page.getByRole("link", { name: "Report a life event" }).click();
  await expect(page).toHaveURL(/\/book-of-business\/\d+\/change$/);
  await reportBirth(page);
  await page.getByRole("link", { name: "Go back" }).click();
  await expect(page).toHaveURL(/\/book-of-business\/\d+$/);
  await expect(page.locator("main")).toContainText("Mateo joined");
  await page.goto(server.url("planfront", "/book-of-business/999999/change"));
  await expect(page.getByText("This person is not one of yours")).toBeVisible();
}

import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe";
import { signedIn } from "./harness/people";
import { screenshots } from "./harness/screenshots";
import { expect, MAIN, test } from "./harness/test";

const main = (page: Page) => page.locator("main");

async function addFirstVision(page: Page) {
  await expect(main(page).getByText("Ostrander Vision").first()).toBeVisible();
  await main(page)
    .getByRole("button", { name: /^Add to Cart.*Ostrander Vision/ })
    .first()
    .click();
  await expect(page.getByRole("link", { name: /^Cart(, 1 item| 1)$/ })).toBeVisible();
}

test("a rep enrolls somebody new in a group", async ({ page, server }) => {
  await signedIn(page, server, "rep", "/agent-home");
  await expect(
    page.getByRole("heading", { level: 1, name: /^Good (morning|afternoon|evening), Jordan$/ }),
  ).toBeVisible();
  await expectAccessible(page);
  await screenshots(page, "agent-home");

  await page.getByRole("button", { name: "Start New Member Enrollment" }).click();
  const popup = page.getByRole("dialog", { name: "Choose the enrollment portal" });
  await popup.getByRole("button", { name: "Start Direct Enrollment" }).click();
  await expect(popup.getByText("Please choose a platform")).toBeVisible();
  await popup.getByRole("radio", { name: /^Individual/ }).check();
  await popup.getByRole("button", { name: "Enroll", exact: true }).click();
  await expect(popup.getByText("Please choose a group")).toBeVisible();
  await expect(popup.getByRole("button", { name: "Choose enroll for new member" })).toBeVisible();
  await expectAccessible(page);
  await screenshots(page, "agent-start");
  await popup.getByRole("radio", { name: /^Group Benefits/ }).check();
  await popup.getByRole("combobox", { name: /^Group/ }).selectOption("Acme Manufacturing");
  await popup.getByRole("button", { name: "Enroll", exact: true }).click();

  await page.waitForURL(/\/home$/);
  const context = page.getByRole("region", { name: "Client" });
  await expect(context).toContainText("New client");
  await expect(context).toContainText("Acme Manufacturing (ACME01)");
  await expect(context).toContainText("Group Benefits");
  await expectAccessible(page);
  await screenshots(page, "agent-new-member");
  await page.getByLabel("Zip Code").fill("43604");
  await page.getByLabel("Gender").selectOption("Female");
  await page.getByLabel("Choose Tier").selectOption("IO");
  await page.getByRole("textbox", { name: "DOB" }).fill("04/17/1989");
  await page.getByRole("button", { name: "Submit", exact: true }).click();
  await page.waitForURL(/\/plans$/);
  await expect(page.getByRole("heading", { level: 1, name: "Plans for a new client" })).toBeVisible();
  await expect(context).toContainText("Acme Manufacturing (ACME01)");
  await addFirstVision(page);

  await page.goto(server.url("planfront", "/enrollments"));
  const begun = page
    .getByRole("table", { name: "Enrollments" })
    .getByRole("row", { name: /No name yet/ })
    .first();
  await expect(begun).toContainText("No name yet");
  await expect(begun).toContainText("Ostrander Vision");
  await expectAccessible(page);
  await screenshots(page, "enrollments");
  const desk = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 390, height: 844 });
  const widths = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().width);
  const resume = begun.getByRole("button", { name: /^Resume/ });
  expect(await widths(resume)).toBe(await widths(begun.getByRole("cell").last().locator("> *")));
  expect(await widths(resume)).toBeGreaterThan(300);
  await page.setViewportSize(desk);
  await begun.getByRole("button", { name: /^Resume/ }).click();
  await page.waitForURL(/\/cart$/);
  await expect(main(page)).toContainText("Ostrander Vision");
});

test("a rep finds a member and adds a plan", MAIN, async ({ page, server }) => {
  await signedIn(page, server, "rep", "/agent-home");
  await page.getByRole("searchbox", { name: "Current Member" }).fill("santos acme");
  await main(page).getByRole("button", { name: "Search" }).click();
  await page.waitForURL(/\/agent-select-member$/);
  const table = page.getByRole("table", { name: "Current members" });
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(table).toContainText("Maria Santos03/14/1986member@demo.test");
  await expect(table).toContainText("Ending 0001");
  await expect(table).toContainText("Claropoint Vision Essential (inactive)");

  await page.getByRole("searchbox", { name: "Search members" }).fill("nobody at all");
  await expect(page.getByRole("heading", { name: "No members match your search" })).toBeVisible();
  await page.getByRole("button", { name: "Show all members" }).click();
  await expect(main(page)).toContainText(/Showing 1 to 5 of 1[4-9]/);
  await expectAccessible(page);
  await screenshots(page, "agent-members");
  await expect(table.getByRole("columnheader", { name: "Member details" })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  await table.getByRole("button", { name: "Member details" }).click();
  await expect(table.getByRole("columnheader", { name: "Member details" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  await expect(table.getByRole("row").nth(1)).toContainText("Jamal Whitfield");
  await page.getByRole("button", { name: "Page 3" }).click();
  await expect(main(page)).toContainText(/Showing 11 to 1[4-5] of 1[4-9]/);
  await page.getByRole("searchbox", { name: "Search members" }).fill("santos");
  await page.getByRole("button", { name: "Enroll Now, Maria Santos" }).click();

  const dialog = page.getByRole("dialog", { name: "Please choose the tier" });
  await dialog.getByRole("button", { name: "See plans" }).click();
  await expect(dialog).toContainText("Please choose a tier");
  await expectAccessible(page);
  await screenshots(page, "tier");
  await expect(dialog.getByLabel("Member + Children")).toBeVisible();
  await dialog.getByLabel("Member Only").check();
  await dialog.getByRole("button", { name: "See plans" }).click();
  await page.waitForURL(/\/plans$/);
  const trail = page.getByRole("navigation", { name: "Breadcrumb" });
  await expect(trail.getByRole("link", { name: "Current Member" })).toHaveAttribute(
    "href",
    "/agent-select-member",
  );
  await expect(trail.getByRole("link", { name: "Home" })).toHaveAttribute("href", "/agent-home");

  await expect(page.getByRole("heading", { level: 1, name: "Plans for Maria" })).toBeVisible();
  const client = page.getByRole("region", { name: "Client" });
  await expect(client.getByRole("link", { name: "Maria Santos" })).toBeVisible();
  await page.goto(server.url("planfront", "/plan/1002/halden-dental-ppo-1500"));
  await expect(client).toContainText("Maria Santos");
  await main(page).getByRole("button", { name: "Add to Cart" }).first().click();
  await expect(page.getByRole("dialog", { name: "The member already has this plan" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.goto(server.url("planfront", "/plans?type=vision"));
  await addFirstVision(page);
  await page.getByRole("link", { name: /^Cart(, 1 item| 1)$/ }).click();
  await expect(trail.getByRole("link", { name: "Current Member" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Maria Santos' cart" })).toBeVisible();
  await page.getByRole("button", { name: "Send Personalized Quote" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Maria Santos");
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("member@demo.test");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Proceed to Enrollment" }).click();
  await expect(page.getByRole("dialog")).toContainText("For Maria Santos.");
  await page.keyboard.press("Escape");

  await page.goto(server.url("planfront", "/agent-select-member"));
  const enroll = page.getByRole("button", { name: /^Enroll Now/ }).first();
  await enroll.press("Enter");
  const question = page.getByRole("dialog", { name: "Start with an empty cart?" });
  await expect(question).toContainText("In your cart: Ostrander Vision");
  await expectAccessible(page);
  await screenshots(page, "empty-cart-question");
  await question.getByRole("button", { name: "Keep my cart" }).click();
  await expect(enroll).toBeFocused();
  await enroll.press("Enter");
  await question.getByRole("button", { name: "Start new enrollment" }).click();
  await expect(page.getByRole("dialog", { name: "Please choose the tier" })).toBeVisible();
});

test("a rep starts from the own page: the portal, then somebody new or on record", async ({
  page,
  server,
}) => {
  await signedIn(page, server, "rep", "/agent-home");
  await page.goto(server.url("planfront", "/jordan-lee"));
  await page.getByRole("button", { name: "Start Enrollment" }).click();
  const dialog = page.getByRole("dialog", { name: "Who do you want to enroll for?" });
  await dialog.getByRole("radio", { name: "Current Member" }).check();
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("Please choose a platform")).toBeVisible();
  await expectAccessible(page);
  await screenshots(page, "landing-start");
  await dialog.getByRole("radio", { name: "Association" }).check();
  await dialog.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(/\/agent-select-member\?portal=3$/);
  await page.getByRole("searchbox", { name: "Search members" }).fill("castellan");
  await page.getByRole("button", { name: "Enroll Now, Nora Castellan" }).click();
  await page.getByLabel("Member Only").check();
  await page.getByRole("button", { name: "See plans" }).click();
  await page.waitForURL(/\/plans$/);
  const client = page.getByRole("region", { name: "Client" });
  await expect(client.getByRole("link", { name: "Nora Castellan" })).toBeVisible();
  await expect(client).toContainText("Association");
  await expect(page.getByRole("contentinfo")).not.toContainText("Rep Access Code");
});

test("a group administrator sees the group's members only", async ({ page, server }) => {
  await signedIn(page, server, "group", "/group-home");
  await expect(page.getByRole("heading", { level: 1, name: "Acme Manufacturing" })).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(1);
  await expect(page.getByRole("radio", { name: "Group Benefits" })).toBeChecked();
  await expectAccessible(page);
  await screenshots(page, "group-home");
  await page.getByRole("button", { name: "Start New Member Enrollment" }).click();
  await page.waitForURL(/\/home$/);
  await page.goBack();
  await page.getByRole("button", { name: "See all members" }).click();
  await expect(main(page)).toContainText("Showing 1 to 5 of 7");
  await screenshots(page, "group-members");
  await page.getByRole("button", { name: "Enroll Now, Tom Becker" }).click();
  await page.getByLabel("Member + Child(ren)").check();
  await page.getByRole("button", { name: "See plans" }).click();
  await page.waitForURL(/\/plans$/);
  await expect(page.getByRole("link", { name: "Current Member" })).toBeVisible();
  await page.goto(server.url("planfront", "/agent-home"));
  await page.waitForURL(/\/group-home$/);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(/\/$/);
  await page.goto(server.url("planfront", "/group-select-member"));
  await page.waitForURL(/\/sign-in\?next=/);
});

test("the homes in another brand and in Spanish", async ({ page, server }) => {
  await signedIn(page, server, "rep", "/agent-home", "juniper");
  await page.getByRole("button", { name: "Español" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: /^Buen[oa]s (días|tardes|noches), Jordan$/ }),
  ).toBeVisible();
  await screenshots(page, "juniper-agent-home-es");
});

test("a member of another store is told so", async ({ page, server }) => {
  await signedIn(page, server, "member", "/coverage", "copperline");
  await expect(page.getByRole("heading", { name: "Your account belongs to another store" })).toBeVisible();
  await expectAccessible(page);
});

test("a member starts from the own home", async ({ page, server }) => {
  await signedIn(page, server, "member", "/coverage");
  await expect(page.getByRole("heading", { level: 1, name: "Hello, Maria" })).toBeVisible();
  await expect(main(page)).toContainText("Ended: 1 plan");
  await expectAccessible(page);
  await screenshots(page, "member-home");
  await page.getByRole("button", { name: "Shop the Member Benefit Store" }).click();
  const dialog = page.getByRole("dialog", { name: "Please choose the tier" });
  await dialog.getByRole("button", { name: "See plans" }).click();
  await expect(dialog).toContainText("Please choose a tier");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Shop plans" }).click();
  await dialog.getByRole("radio").first().check();
  await dialog.getByRole("button", { name: "See plans" }).click();
  await page.waitForURL(/\/plans$/);
  const trail = page.getByRole("navigation", { name: "Breadcrumb" });
  await expect(trail.getByRole("link", { name: "Home" })).toHaveAttribute("href", "/member-home");
  await addFirstVision(page);
});

import { expectAccessible } from "./harness/axe";
import { BOTH_AT_LENGTH, expect, MAIN, test } from "./harness/test";

type Page = import("@playwright/test").Page;

async function askPrice(page: Page, tier = "IO", zip = "10001"): Promise<void> {
  await page.getByLabel("Zip Code").fill(zip);
  await page.getByLabel("Gender").selectOption("1");
  await page.getByLabel("Choose Tier").selectOption(tier);
  await page.getByLabel("DOB").fill("04/17/1989");
  await page.getByRole("button", { name: "Submit", exact: true }).click();
  await expect(page).toHaveURL(/\/plans$/);
}

test("the banner form names each mistake under its field", MAIN, async ({ page, server }) => {
  await page.goto(server.url());
  await page.getByLabel("Zip Code").fill("4321");
  await page.getByLabel("DOB").fill("06/14/2015");
  await page.getByRole("button", { name: "Submit", exact: true }).click();
  await expect(page.getByText("Invalid Zip code")).toBeVisible();
  await expect(page.getByText("You must be 18 years to proceed")).toBeVisible();
  await expect(page.getByText("Field is required")).toHaveCount(2);
  await expectAccessible(page);
});

test(
  "Find a Plan asks four questions by keyboard and keeps answers on Back",
  MAIN,
  async ({ page, server }) => {
    await page.goto(server.url());
    await page.getByRole("banner").getByRole("button", { name: "FIND A PLAN" }).press("Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("Steps: 1 of 4")).toBeVisible();
    await page.keyboard.type("43");
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("Enter 5 digit zip code.")).toBeVisible();
    await dialog.getByLabel("Zip code").fill("10001");
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("Steps: 2 of 4")).toBeVisible();
    await expect(dialog.getByLabel("Date of birth")).toBeFocused();
    await page.keyboard.type("04171989");
    await expect(dialog.getByLabel("Date of birth")).toHaveValue("04/17/1989");
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("Steps: 3 of 4")).toBeVisible();
    await dialog.getByRole("button", { name: "Back" }).click();
    await expect(dialog.getByLabel("Date of birth")).toHaveValue("04/17/1989");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByRole("radio", { name: "Female" }).check();
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expectAccessible(page);
    await dialog.getByRole("radio", { name: "Me Only you" }).check();
    await dialog.getByRole("button", { name: "Let's Go!" }).click();
    await expect(page).toHaveURL(/\/plans$/);
    await expect(page.getByRole("heading", { level: 1, name: "Plans for you" })).toBeVisible();
  },
);

test("a page one is led to starts at its top, Back keeps the place", async ({ page, server }) => {
  const top = () => page.evaluate(() => Math.round(window.scrollY));
  await page.goto(server.url("planfront", "/plans"));
  const link = page.locator('main a[href*="/plan/"]').last();
  await link.scrollIntoViewIfNeeded();
  const place = await top();
  expect(place).toBeGreaterThan(300);
  await link.click();
  await expect(page).toHaveURL(/\/plan\/\d+/);
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
  expect(await top()).toBe(0);
  await page.goBack();
  await expect.poll(top).toBeGreaterThan(300);
});

test(
  "plans that wait for an answer stand together, are asked once and priced in place",
  BOTH_AT_LENGTH,
  async ({ page, server }) => {
    await page.goto(server.url());
    await askPrice(page);
    await page.goto(server.url("planfront", "/plans?type=term_life"));
    const waiting = page.getByRole("region", { name: "Answer 1 question to price up to 5 more" });
    const plan = waiting.getByRole("listitem").filter({ hasText: "Tern Harbor SteadyTerm 100" });
    await expect(plan.getByText("No price yet")).toBeAttached();
    await expectAccessible(page);
    await waiting.getByRole("button", { name: "Show prices" }).click();
    await expect(waiting.getByText("Field is required")).toBeVisible();
    await expect(waiting.getByRole("radio", { name: "No" })).not.toBeChecked();
    await waiting.getByRole("radio", { name: "No" }).press("Space");
    await waiting.getByRole("button", { name: "Show 5 prices" }).click();
    const row = page.getByRole("article").filter({ hasText: "Tern Harbor SteadyTerm 100" });
    await expect(row.getByRole("button", { name: /^Add to Cart/ })).toBeVisible();
    const next = page.getByRole("region", { name: "Answer 1 question to price up to 1 more" });
    await expect(next.getByRole("listitem").filter({ hasText: "SteadyTerm 100" })).toContainText("/mo");
    await expect(next.getByLabel("Annual Income")).toBeVisible();
    await expectAccessible(page);
  },
);

test("filters live in the address and an empty choice is dropped", async ({ page, server }) => {
  await page.goto(server.url());
  await askPrice(page);
  await page.getByRole("checkbox", { name: /Vision Plans/ }).click();
  await expect(page).toHaveURL(/type=vision/);
  await expect(page.getByRole("heading", { level: 1, name: "Vision Plans" })).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/type=/);
  await page.goForward();
  await page.getByRole("button", { name: "Remove Vision Plans" }).click();
  await expect(page).toHaveURL(/\/plans$/);
});

test(
  "a price explains itself and a plan leaves the cart only after a question",
  BOTH_AT_LENGTH,
  async ({ page, server }) => {
    await page.goto(server.url());
    await askPrice(page);
    await page.goto(server.url("planfront", "/plan/1002/halden-dental-ppo-1500"));
    await page.getByRole("complementary").getByRole("button", { name: "Why this price?" }).click();
    await expect(page.getByRole("dialog", { name: "Why this price" })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(
      page.getByRole("complementary").getByRole("button", { name: "Why this price?" }),
    ).toBeFocused();
    await page.getByRole("complementary").getByRole("button", { name: "Add to Cart" }).click();
    await expect(page).toHaveURL(/\/cart$/);
    await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
    await page.getByRole("button", { name: /^Remove/ }).click();
    await expect(page.getByText("Do you really want to remove?")).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  },
);

test("a rep's code opens the rep's page; a wrong one says so", async ({ page, server }) => {
  await page.goto(server.url());
  await page.getByRole("button", { name: "Rep Access Code" }).click();
  const code = page.getByRole("dialog").getByLabel("Rep Access Code");
  await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Field is required")).toBeVisible();
  await code.fill("NOBODY");
  await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Invalid Rep Access Code")).toBeVisible();
  await code.fill("REP1001");
  await expect(page.getByText("Invalid Rep Access Code")).toBeHidden();
  await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("dialog").getByText("Jordan Lee")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Yes" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Jordan Lee" })).toBeVisible();
  await expectAccessible(page);
});

test("a group without a page of its own leads to the configuration notice", async ({ page, server }) => {
  await page.goto(server.url());
  await page.getByRole("button", { name: "Employee Enrollment" }).click();
  await page.getByRole("dialog").getByLabel("Group Enrollment Code").fill("NORTH2");
  await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Yes" }).click();
  await expect(page.getByText("Landing url is not configured for this Group")).toBeVisible();
  await page.getByRole("link", { name: "Back to Homepage" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Dental and Vision");
});

test("the store speaks Spanish after one click and remembers it", MAIN, async ({ page, server }) => {
  await page.goto(server.url("copperline"));
  await page.getByRole("button", { name: "Español" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Dental y visión para todos" })).toBeVisible();
  await page.goto(server.url("copperline", "/plans"));
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await expect(page.getByText("Limpiezas").first()).toBeVisible();
  await expectAccessible(page);
});

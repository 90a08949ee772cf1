import type { Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe";
import { showAllPlans } from "./harness/listing";
import { DENTAL } from "./harness/shopper";
import { BOTH_AT_LENGTH, expect, forgiveOutage, test } from "./harness/test";

const ZIP = "75201";

/** The four questions of a form whose fields' ids begin with `form`. */
async function answer(page: Page, form: string): Promise<void> {
  await page.locator(`#${form}-zip`).fill(ZIP);
  await page.locator(`#${form}-gender`).selectOption("1");
  await page.locator(`#${form}-tier`).selectOption("IO");
  await page.locator(`#${form}-dob`).fill("04/12/1985");
  await page.locator(`form:has(#${form}-zip) button[type=submit]`).click();
  await page.waitForURL("**/plans");
}

/** Find a Plan, which Start Enrollment opens on a landing page. */
async function startEnrollment(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Start Enrollment" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Zip code").fill(ZIP);
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Date of birth").fill("04/12/1985");
  await page.keyboard.press("Enter");
  await dialog.getByRole("radio", { name: "Female" }).check();
  await page.keyboard.press("Enter");
  await dialog.getByRole("radio", { name: "Me Only you" }).check();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/plans");
}

/** Puts a plan of the listing in the cart and opens it. */
async function fillCart(page: Page, name: string): Promise<void> {
  await showAllPlans(page);
  await page.getByRole("button", { name: new RegExp(`^Add to Cart.*${name}`) }).click();
  const cart = page.getByRole("banner").getByRole("link", { name: "Cart, 1 item" });
  await cart.click();
  await expect(page.getByRole("heading", { level: 2, name })).toBeVisible();
  await expect(page.getByRole("button", { name: "Proceed to Enrollment" })).toBeVisible();
}

const stored = (page: Page, ...keys: string[]) =>
  page.evaluate((names) => names.map((name) => localStorage.getItem(name)), keys);
const logo = (page: Page) => page.getByRole("banner").getByRole("link", { name: / home$/ });
const homeCrumb = (page: Page) =>
  page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Home" });

test("anonymous: the whole store, and nobody's rep", async ({ page, server }) => {
  await page.goto(server.url());
  await answer(page, "banner");
  await expect(homeCrumb(page)).toHaveAttribute("href", "/");
  await expect(logo(page)).toHaveAttribute("href", "/");
  await expect(page.getByRole("checkbox", { name: /Term Life Plans/ })).toBeVisible();
  expect(await stored(page, "agent_id", "group_id", "open_type", "fromSite")).toEqual([
    null,
    null,
    null,
    null,
  ]);
  await fillCart(page, DENTAL.name);
  await expect(page.getByRole("button", { name: "Send Personalized Quote" })).toHaveCount(0);
});

test("a rep's page: below it all the way, with the rep's phone and name", async ({ page, server }) => {
  await page.goto(server.url("planfront", "/jordan-lee"));
  await expect(page.getByRole("heading", { level: 1, name: "Jordan Lee" })).toBeVisible();
  await expect(page).toHaveTitle("Jordan Lee – Planfront");
  await expect(page.getByRole("banner").getByText("(614) 555-0148")).toBeVisible();
  await startEnrollment(page);
  await expect(page).toHaveURL(/\/jordan-lee\/plans$/);
  await expect(homeCrumb(page)).toHaveAttribute("href", "/jordan-lee");
  await expect(logo(page)).toHaveAttribute("href", "/jordan-lee");
  expect(await stored(page, "agent_id", "open_type", "eprocess")).toEqual(["11", "agent", "applicant"]);
  await showAllPlans(page);
  await page.getByRole("link", { name: DENTAL.name }).first().click();
  await expect(page).toHaveURL(new RegExp(`/jordan-lee/plan/${DENTAL.id}/halden-dental-ppo-1500$`));
  await page.goBack();
  await fillCart(page, DENTAL.name);
  await expect(page).toHaveURL(/\/jordan-lee\/cart$/);
});

test("a group's page: the group's plans, and its name beside the prices", async ({ page, server }) => {
  await page.goto(server.url("planfront", "/acme"));
  await expect(page.getByRole("heading", { level: 1, name: "Acme Manufacturing" })).toBeVisible();
  await startEnrollment(page);
  await expect(page).toHaveURL(/\/acme\/plans$/);
  await expect(page.getByRole("checkbox", { name: /Pet Plans/i })).toHaveCount(0);
  expect(await stored(page, "group_id", "gcode", "open_type")).toEqual(["101", "ACME01", "group"]);
  await page.getByRole("link", { name: DENTAL.name }).first().click();
  await expect(page.getByText("Acme Manufacturing (ACME01)")).toBeVisible();
  await page.goBack();
  await fillCart(page, DENTAL.name);
  await expect(logo(page)).toHaveAttribute("href", "/acme");
});

test("a referral: who sent the visitor, kept through the visit", BOTH_AT_LENGTH, async ({ page, server }) => {
  await page.goto(server.url("planfront", "/no-such-rep"));
  await expect(page.getByRole("heading", { name: "OOPS! Page not found" })).toBeVisible();
  await expect(page).toHaveURL(/\/404$/);
  await page.goto(server.url("planfront", "/referrals?rid=nobody"));
  await expect(page.getByRole("heading", { name: "OOPS! Page not found" })).toBeVisible();
  await expect(page).toHaveURL(/\/404$/);
  await expect(page.getByRole("banner")).toHaveCount(0);
  await page.goto(server.url("planfront", "/referrals?rid=jordan-planfront"));
  await expect(page.getByText("Referred By")).toBeVisible();
  await page.getByRole("button", { name: "Submit", exact: true }).click();
  await expect(page.getByText("Field is required")).toHaveCount(4);
  await expectAccessible(page);
  await answer(page, "referral");
  const back = "/referrals?rid=jordan-planfront";
  await expect(homeCrumb(page)).toHaveAttribute("href", back);
  await expect(logo(page)).toHaveAttribute("href", back);
  expect(await stored(page, "referral", "open_type", "agent_id")).toEqual([
    "jordan-planfront",
    "agent",
    null,
  ]);
  await fillCart(page, DENTAL.name);
  await logo(page).click();
  await expect(page.locator("#referral-zip")).toHaveValue(ZIP);
});

test("the special host: in by a group's page to the root, no Home breadcrumb, its portal, counted", async ({
  page,
  server,
}) => {
  await page.goto(server.url("copperline", "/acme?from=poster"));
  await expect(page).toHaveURL(/copperline\.localhost:\d+\/\?from=poster$/);
  await expect.poll(() => stored(page, "portal_id", "fromSite", "group_id")).toEqual(["3", "elevate", "101"]);
  const counted = page.waitForResponse("**/track-elevate-traffic");
  await answer(page, "banner");
  expect((await counted).status()).toBe(200);
  await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toHaveCount(0);
  await expect(logo(page)).toHaveAttribute("href", "/");
  await page
    .getByRole("button", { name: /^Add to Cart/ })
    .first()
    .click();
  await page.getByRole("banner").getByRole("link", { name: "Cart, 1 item" }).click();
  await expect(page.getByRole("button", { name: "Proceed to Enrollment" })).toBeVisible();
  await expect(homeCrumb(page)).toHaveCount(0);
});

test("the dental and vision brand: no other plans, and it says so to search engines", async ({
  page,
  server,
}) => {
  await page.goto(server.url("brightsmile"));
  await expect(page.locator('meta[name="description"]')).toHaveAttribute(
    "content",
    "Compare dental and vision plans at BrightSmile and enroll online.",
  );
  await expect(page.getByRole("link", { name: /Shop term life plans/ })).toHaveCount(0);
  await answer(page, "banner");
  await expect(page.getByRole("checkbox", { name: /Vision Plans/ })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: /Term Life Plans/ })).toHaveCount(0);
  await fillCart(page, DENTAL.name);
});

test("a rep chooses portal and group before prices, and can change them", async ({ page, server }) => {
  const path = `/plan/${DENTAL.id}/halden-dental-ppo-1500`;
  await page.goto(server.url("planfront", `/sign-in?next=${encodeURIComponent(path)}`));
  await page.getByLabel("Email").fill("rep@demo.test");
  await page.getByRole("textbox", { name: "Password" }).fill("planfront-demo");
  await page.locator("main").getByRole("button", { name: "Sign in", exact: true }).click();
  const portals = page.getByRole("dialog", { name: "Choose the enrollment portal" });
  await portals.getByRole("button", { name: "Select" }).click();
  await expect(portals.getByText("Please choose a platform")).toBeVisible();
  await portals.getByRole("radio", { name: "Group Benefits" }).check();
  await portals.getByRole("button", { name: "Select" }).click();
  const groups = page.getByRole("dialog", { name: "Choose your group" });
  await groups.getByRole("button", { name: "Done" }).click();
  await expect(groups.getByText("Please choose a group")).toBeVisible();
  await expectAccessible(page);
  await groups.getByRole("button", { name: "Back" }).click();
  await expect(portals.getByRole("radio", { name: "Group Benefits" })).toBeChecked();
  await portals.getByRole("button", { name: "Select" }).click();
  await groups.getByRole("radio", { name: /Acme Manufacturing/ }).check();
  await groups.getByRole("button", { name: "Done" }).click();
  await expect(page.locator("#edit-zip")).toBeFocused();
  expect(await stored(page, "portal_id", "group_id", "enroll_type")).toEqual([
    "2",
    "101",
    "new-group-member",
  ]);
  await expect(page.getByText("Acme Manufacturing (ACME01)")).toBeVisible();
  await page.getByRole("button", { name: "Change" }).click();
  await expect(portals.getByRole("radio", { name: "Group Benefits" })).toBeChecked();
});

test("how-to videos play where a brand has them", async ({ page, server }) => {
  await page.goto(server.url("juniper"));
  await expect(page.getByRole("button", { name: "Submit Support Request" })).toBeVisible();
  await expect(page.getByRole("button", { name: "How-to video" })).toHaveCount(0);
  await page.goto(server.url());
  await page.getByRole("button", { name: "How-to video" }).click();
  const dialog = page.getByRole("dialog", { name: "How-to video" });
  await dialog.getByRole("radio", { name: "Employer video" }).check();
  await expect(dialog.getByRole("heading", { name: "How your employees enroll" })).toBeVisible();
  const film = dialog.locator("video");
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.duration)).toBe(30);
  await film.evaluate((video: HTMLVideoElement) => {
    video.currentTime = 20;
  });
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(1);
  await dialog.getByText("Transcript").click();
  await expect(dialog.getByText(/Step 2\. Or share your code\./)).toBeVisible();
  await expectAccessible(page);
});

test("a store whose scripts don't arrive says so and comes up on Try again", async ({
  page,
  server,
  complaints,
}) => {
  const scripts = "**/static/app/assets/*.js";
  await page.route(scripts, (route) => route.abort("connectionrefused"));
  await page.goto(server.url(), { waitUntil: "load" });
  await expect(page.getByText("This is taking longer than usual.")).toBeHidden();
  await expect(page.getByText("This is taking longer than usual.")).toBeVisible();
  await expectAccessible(page);
  await page.unroute(scripts);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("This is taking longer than usual.")).toBeHidden();
  forgiveOutage(complaints);
});

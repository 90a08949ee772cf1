import type { Page } from "@playwright/test";
import { expectNothingCovered, PHONE } from "./harness/covered";
import { signedIn } from "./harness/people";
import { shopAs } from "./harness/profile";
import type { BrandKey } from "./harness/server";
import { DENTAL, PATHS, Shopper, VISION } from "./harness/shopper";
import { expect, test } from "./harness/test";

/** The task's own header has fewer controls than the store's. */
const FEWEST_OF_A_STEP = 5;

const STORE = [
  "/",
  "/plans?type=dental",
  `/plan/${DENTAL.id}/plan`,
  `/plan/${VISION.id}/plan`,
  `/compare?plans=${DENTAL.id},${VISION.id}`,
  "/cart",
  "/provider-list",
  "/sign-in",
  "/sign-in/forgot",
  "/sign-in/by-mail",
  "/sign-in/link",
  "/plan-fit",
  "/verify",
  "/continue-enrollment",
  "/quote/none",
  "/jordan-lee",
  "/acme",
];
const BRANDS: BrandKey[] = ["juniper", "brightsmile", "copperline"];
const REP = [
  "/agent-home",
  "/enrollments",
  "/quotes",
  "/leads",
  "/book-of-business",
  "/agent-select-member",
  "/account",
];
const GROUP = [
  "/group-home",
  "/group-home/people",
  "/group-select-member",
  "/enrollments",
  "/quotes",
  "/account",
];
const MEMBER = ["/coverage", "/coverage/payment", "/coverage/details", "/coverage/change", "/account"];

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator("h1").filter({ visible: true }).first()).toBeAttached();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await page.waitForLoadState("networkidle");
}

test.use({ viewport: PHONE });

test("on a phone nothing lies over what has the focus, on any page of the store", async ({
  page,
  server,
}) => {
  test.setTimeout(300_000);
  await shopAs(page, server, { cart: [DENTAL.id, VISION.id], checkedOut: true });
  for (const path of STORE) {
    await open(page, server.url("planfront", path));
    await expectNothingCovered(page);
  }
});

for (const brand of BRANDS) {
  test(`on a phone nothing lies over what has the focus, on the first pages of ${brand}`, async ({
    page,
    server,
  }) => {
    test.slow();
    await shopAs(page, server, { brand, cart: [DENTAL.id], checkedOut: true });
    for (const path of ["/", "/plans?type=dental", `/plan/${DENTAL.id}/plan`, "/cart"]) {
      await open(page, server.url(brand, path));
      await expectNothingCovered(page);
    }
  });
}

test("on a phone nothing lies over what has the focus, from the first step to the receipt", async ({
  page,
  server,
}) => {
  test.setTimeout(300_000);
  const atEach = async (at: Page) => {
    await at.mouse.move(0, 0);
    await expectNothingCovered(at, FEWEST_OF_A_STEP);
  };
  const shopper = new Shopper(page, server, { brand: "brightsmile", signature: "type", atEach });
  await shopAs(page, server, {
    brand: "brightsmile",
    zip: "75201",
    cart: [DENTAL.id, VISION.id],
    checkedOut: true,
  });
  await page.goto(server.url("brightsmile", PATHS.personal));
  await shopper.enroll();
});

const DESKS = { rep: REP, group: GROUP, member: MEMBER };
for (const who of ["rep", "group", "member"] as const) {
  test(`on a phone nothing lies over what has the focus, on the pages of a ${who}`, async ({
    page,
    server,
  }) => {
    test.setTimeout(240_000);
    await signedIn(page, server, who, "/account");
    for (const path of DESKS[who]) {
      await open(page, server.url("planfront", path));
      await expectNothingCovered(page);
    }
  });
}

test("who adds a plan from the list by keyboard stands where the button was", async ({ page, server }) => {
  await shopAs(page, server);
  await open(page, server.url("planfront", "/plans?type=dental"));
  const row = page.getByRole("article").filter({ hasText: DENTAL.name });
  await row.getByRole("button", { name: new RegExp(`^Add to Cart ?: ${DENTAL.name}$`) }).press("Enter");
  const inCart = row.getByRole("link", { name: new RegExp(`^In cart ?: ${DENTAL.name}$`) });
  await expect(inCart).toBeFocused();
  await expect(inCart).not.toHaveAttribute("data-tone", "primary");
  await expect(row.getByRole("link", { name: new RegExp(`^More Info ?: ${DENTAL.name}$`) })).toBeVisible();

  await open(page, server.url("planfront", `/plan/${DENTAL.id}/plan`));
  const bar = page.getByRole("region", { name: "Your price" });
  await expect(bar.getByRole("link", { name: "In cart" })).toHaveAttribute("data-tone", "state");
});

test("an empty sign-in names each field that is missing, and a wrong one says it once", async ({
  page,
  server,
}) => {
  await open(page, server.url("planfront", "/sign-in"));
  const send = page.getByRole("main").getByRole("button", { name: "Sign in", exact: true });
  await send.click();
  const summary = page.getByRole("alert");
  await expect(summary.getByRole("heading")).toHaveText("There are 2 problems to fix");
  await expect(summary.getByRole("link")).toHaveText([
    "Email: Field is required",
    "Password: Field is required",
  ]);
  await expect(page).toHaveTitle(/^Error: Sign in/);
  await summary.getByRole("link", { name: /^Password/ }).click();
  const password = page.getByRole("textbox", { name: "Password" });
  await expect(password).toBeFocused();
  await page.getByLabel("Email").fill("rep@demo.test");
  await password.fill("planfront-wrong");
  await send.click();
  await expect(summary.getByRole("heading")).toHaveText("There is 1 problem to fix");
  await expect(summary.getByRole("link")).toHaveCount(1);
  await expect(page).toHaveTitle(/^Error: Sign in/);
});

test("no row of the list and the cart is torn between two pages of paper", async ({ page, server }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await shopAs(page, server, { cart: [DENTAL.id, VISION.id] });
  await open(page, server.url("planfront", "/plans?type=dental"));
  await page.emulateMedia({ media: "print" });
  const rows = page.getByRole("article");
  await expect(rows.first()).toHaveCSS("break-inside", "avoid");
  await expect(page.getByRole("checkbox", { name: /^Compare/ }).filter({ visible: true })).toHaveCount(0);
  await page.emulateMedia({ media: "screen" });
  await open(page, server.url("planfront", "/cart"));
  await page.emulateMedia({ media: "print" });
  await expect(rows.first()).toHaveCSS("break-inside", "avoid");
  await page.emulateMedia({ media: "screen" });
  await open(page, server.url("planfront", `/plan/${DENTAL.id}/plan`));
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("main").getByRole("row").nth(1)).toHaveCSS("break-inside", "avoid");
  const price = await page.getByRole("main").locator("aside").first().boundingBox();
  const about = await page.getByRole("heading", { level: 1 }).boundingBox();
  expect(price?.y).toBeLessThan(about?.y ?? 0);
});

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe";
import { type Profile, shopAs } from "./harness/profile";
import { screenshots } from "./harness/screenshots";
import type { Server } from "./harness/server";
import { BOTH_AT_LENGTH, expect, test } from "./harness/test";
import { next, quote, signAgain, walkToReview } from "./journeys/support";

const DEARER = join(fileURLToPath(new URL(".", import.meta.url)), "data/dearer-vision.csv");

/** The vision plan's price before; quote.spec.ts may have raised it on the same server. */
const OLD = /^\$(9\.95|12\.45)$/;

const main = (page: Page) => page.getByRole("main");
const aside = (page: Page) => page.getByRole("complementary", { name: "Your price" });
const button = (page: Page, name: string | RegExp) => main(page).getByRole("button", { name, exact: true });

/** The colour of what is refused, in the page's theme. */
function dangerInk(): string {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = "var(--danger-ink)";
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

async function openPlan(page: Page, server: Server, id: number, profile: Profile = {}): Promise<void> {
  await shopAs(page, server, profile);
  await page.goto(server.url(profile.brand, `/plan/${id}/plan`));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

async function expectPriced(page: Page): Promise<void> {
  await expect(aside(page).getByRole("button", { name: "Why this price?" })).toBeVisible();
}

test.describe("a refusal says why and offers one step", () => {
  test(
    "what the store may change itself is one press, and the editor changes it back",
    BOTH_AT_LENGTH,
    async ({ page, server }) => {
      await openPlan(page, server, 1012);
      const why = main(page).getByText(
        "Plan not available for this tier. Please change the tier by editing your basic info above.",
      );
      await expect(why).toBeVisible();
      await expectAccessible(page);
      await screenshots(page, "refused-tier");
      await button(page, "Change to “You and your children”").press("Enter");
      await expectPriced(page);
      await expect(page.getByText("Prices updated. Use “Edit” to change your answers back.")).toBeVisible();
      await expect(why).toBeHidden();
      await page.getByRole("dialog").getByRole("button", { name: "Not now" }).click();
      await aside(page).getByRole("button", { name: "Edit my details" }).click();
      await page.getByLabel("Choose Tier").selectOption("IO");
      await page.getByRole("button", { name: "Update prices" }).click();
      await expect(why).toBeVisible();

      await openPlan(page, server, 1014);
      await expect(
        main(page).getByText("Plan not available in the chosen enrollment portal or group."),
      ).toBeVisible();
      await button(page, "Enter the code").click();
      await page.getByLabel("Group Enrollment Code").fill("ACME01");
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("button", { name: "Yes" }).click();
      await page.waitForURL(/\/acme$/);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible(); // the group is this visit's by then
      await page.goto(`${page.url()}/plan/1014/halden-group-dental-2000`);
      await expectPriced(page);
    },
  );

  test("what only the shopper knows opens its form", async ({ page, server }) => {
    await openPlan(page, server, 1007);
    await expect(
      main(page).getByText(
        "Plan not available in your state. Please change the state by editing your basic info above.",
      ),
    ).toBeVisible();
    await button(page, "Change zip code").click();
    await expect(page.getByLabel("Zip Code")).toBeFocused();
    await page.getByLabel("Zip Code").fill("75201");
    await page.keyboard.press("Enter");
    await expectPriced(page);

    await openPlan(page, server, 1008, { zip: "12801" });
    await expect(
      main(page).getByText(
        "Plan not available in the area. Please choose another area by editing your basic info above.",
      ),
    ).toBeVisible();

    await openPlan(page, server, 2101, { dob: "01/01/1958" });
    await expect(
      main(page).getByText("Plan not available for selected age group. Please edit your basic info above."),
    ).toBeVisible();
    await button(page, /date of birth/i).click();
    await expect(page.getByLabel("DOB")).toBeFocused();

    await openPlan(page, server, 2301);
    await expect(main(page).getByText("This plan is available at ages 50 to 80.")).toBeVisible();
  });

  test("income, hours and tobacco are asked in a dialog", async ({ page, server }) => {
    const dialog = page.getByRole("dialog");
    await openPlan(page, server, 1801);
    await expect(
      main(page).getByText(
        "Please enter a sufficient annual income to add product to the cart by clicking here.",
      ),
    ).toBeVisible();
    await button(page, "clicking here.").click();
    await expect(dialog.getByLabel("Annual Income")).toBeFocused();
    await expect(dialog.getByText(/This plan starts at/)).toHaveCount(0);
    await expectAccessible(page);
    await dialog.getByLabel("Annual Income").fill("48000");
    await dialog.getByLabel("Working Hours").fill("10");
    await dialog.getByRole("button", { name: "Update prices" }).click();
    await expect(main(page).getByText("Please enter a sufficient working hours")).toBeVisible();
    await button(page, "clicking here.").click();
    await dialog.getByLabel("Working Hours").fill("40");
    await page.keyboard.press("Enter");
    await expectPriced(page);
    await expect(aside(page)).toContainText("$48,000.00");

    await openPlan(page, server, 1401);
    await expect(
      main(page).getByText("Tobacco usage required. Please choose tobacco usage by clicking here."),
    ).toBeVisible();
    await aside(page).getByRole("button", { name: "Answer now" }).click();
    await expect(dialog.getByRole("radio", { name: "No" })).toBeChecked();
    await dialog.getByRole("button", { name: "Update prices" }).click();
    await expectPriced(page);
  });

  test("another version of a plan is opened once; an unknown quote starts again", async ({
    page,
    server,
  }) => {
    await openPlan(page, server, 1501, { more: { is_smoker: 1 } });
    await expect(page).toHaveURL(/\/plan\/1502\//);
    await expect(
      page
        .getByRole("status")
        .getByText(/Another version of this plan/)
        .first(),
    ).toBeVisible();
    await expectPriced(page);

    await page.evaluate(() => localStorage.setItem("tempId", "0000000000000000"));
    await page.reload();
    await expect(main(page).getByRole("button", { name: "FIND A PLAN" })).toBeVisible();
    await expect(page.getByLabel("Zip Code")).toBeVisible();
    await expect(main(page).locator("[data-tone=primary]")).toHaveText(["See your price"]);
    await expect(page.getByText("Your quote has expired. Please start again.")).toBeVisible();
  });

  test(
    "a blackout is said beside Add to Cart, and a plan one already has once it is pressed",
    BOTH_AT_LENGTH,
    async ({ page, server }) => {
      await openPlan(page, server, 1013, { zip: "75201" });
      const closed = aside(page).getByText(/not taking new enrollments in Texas/);
      await expect(closed).toHaveCSS("color", await page.evaluate(dangerInk));
      const add = aside(page).getByRole("button", { name: "Add to Cart" });
      await expect(add).toHaveAttribute("aria-disabled", "true");
      await expect(add).toHaveAccessibleDescription(/not taking new enrollments in Texas/);
      await expectAccessible(page);
      await page.goto(server.url("planfront", "/plans?type=dental"));
      const row = page.getByRole("article").filter({ hasText: "Halden Ortho Plus" });
      await expect(row.getByText(/not taking new enrollments in Texas/)).toBeVisible();
      await expect(row.getByRole("button", { name: "Add to Cart" })).toHaveAttribute("aria-disabled", "true");

      await openPlan(page, server, 1002, {
        member: { email: "member@demo.test", password: "planfront-demo" },
      });
      await aside(page).getByRole("button", { name: "Add to Cart" }).click();
      const dialog = page.getByRole("dialog");
      await expect(dialog.getByRole("button", { name: "OK" })).toBeVisible();
      await dialog.getByRole("button", { name: "OK" }).click();
      await expect(dialog).toHaveCount(0);
    },
  );
});

test(
  "health questions: every one is answered, treatments come and go, a decline says so",
  BOTH_AT_LENGTH,
  async ({ page, server }) => {
    await openPlan(page, server, 1902, { more: { is_smoker: 0 } });
    const form = page.locator("#questions");
    await expect(
      form.getByRole("heading", { name: "Please answer following questions to view rates." }),
    ).toBeVisible();
    await form.getByRole("button", { name: "Submit", exact: true }).click();
    const summary = form.getByRole("alert");
    await expect(summary).toBeFocused();
    await expect(summary.getByRole("link", { name: /Please answer all questions/ })).toHaveCount(2);
    await expectAccessible(page);
    await screenshots(page, "questions-errors");

    const [first, second] = [form.getByRole("radiogroup").nth(0), form.getByRole("radiogroup").nth(1)];
    await first.getByRole("radio", { name: "Yes" }).check();
    await second.getByRole("radio", { name: "Yes" }).check();
    await form.getByRole("button", { name: "Add another treatment" }).click();
    await expect(form.getByLabel("Date of treatment from").nth(1)).toBeFocused();
    await form.getByLabel("Reason for condition").nth(1).fill("Sprained wrist");
    await form.getByRole("button", { name: "Remove treatment 2" }).click();
    await expect(form.getByText("Treatment 2 was removed.")).toBeVisible();
    await expect(form.getByRole("button", { name: "Undo" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(form.getByLabel("Reason for condition").nth(1)).toHaveValue("Sprained wrist");
    await expectAccessible(page);
    await screenshots(page, "questions-details");

    await second.getByRole("radio", { name: "No" }).check();
    await form.getByRole("button", { name: "Submit", exact: true }).click();
    await expect(form.getByRole("alert")).toContainText(/\w/);
    await expect(form.getByRole("link", { name: "See all plans" })).toBeVisible();
    await first.getByRole("radio", { name: "No" }).check();
    await form.getByRole("button", { name: "Submit", exact: true }).click();
    await expectPriced(page);
    await expect(form).toHaveCount(0);
  },
);

test("statements must be confirmed before a plan is bought", async ({ page, server }) => {
  await openPlan(page, server, 1401, { more: { is_smoker: 0 } });
  await aside(page).getByRole("button", { name: "Enroll Now" }).click();
  const form = page.locator("#questions");
  await form.getByRole("button", { name: "Submit", exact: true }).click();
  await expect(form.getByRole("alert")).toBeFocused();
  await expect(form.getByText("*Answer should be Yes/No to continue").first()).toBeVisible();
  for (const no of await form.getByRole("radio", { name: "No" }).all()) await no.check();
  await form.getByRole("button", { name: "Submit", exact: true }).click();
  await expect(form.getByText("Please answer yes in order to continue")).toBeVisible();
  for (const yes of await form.getByRole("radio", { name: "Yes" }).all()) await yes.check();
  await form.getByRole("button", { name: "Submit", exact: true }).click();
  await expect(aside(page).getByRole("button", { name: "Add to Cart" })).toBeVisible();
});

test(
  "more than the guaranteed amount waits for evidence; riders are added; a membership goes with its plan",
  BOTH_AT_LENGTH,
  async ({ page, server }) => {
    await openPlan(page, server, 1405, { more: { is_smoker: 0, annual_incode: "90000" }, healthy: [1405] });
    await main(page)
      .getByRole("radio", { name: /\$200,000/ })
      .check();
    await expect(aside(page)).toContainText("$150,000 is issued now. $50,000 needs medical approval");
    await expectAccessible(page);
    await aside(page).getByRole("button", { name: "Add to Cart" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio").first().check();
    await dialog.getByRole("button", { name: "Add to Cart" }).click();
    await expect(page).toHaveURL(/\/cart$/);
    const line = page.getByRole("article").filter({ hasText: "Tern Harbor Optional Life" });
    await expect(line).toContainText("Now $18.54 a month; $24.72 once the full amount is approved.");
    await expect(main(page)).toContainText("Tern Harbor Life quotes include a 3% administrative fee");

    const riders = page.getByRole("region", { name: "Additional riders" });
    await riders.getByRole("button", { name: /^Add ?: Accidental death benefit/ }).click();
    await expect(dialog).toContainText("Please answer following questions to view rates.");
    await dialog.getByRole("radio", { name: "No" }).check();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Submit", exact: true }).click();
    await expect(riders.getByRole("button", { name: /^Added ?: Accidental/ })).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expectAccessible(page);
    await screenshots(page, "cart-riders");
    await line.getByRole("button", { name: /^Remove/ }).click();
    await expect(dialog).toContainText("go together");
    await dialog.getByRole("button", { name: "Remove" }).click();
    await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  },
);

test(
  "rates that change stop the checkout and the submission: old and new, line by line",
  BOTH_AT_LENGTH,
  async ({ page, server }) => {
    test.slow();
    const other = await (await page.context().browser()?.newContext())?.newPage();
    if (!other) throw new Error("no browser");
    await quote(other, server, { plans: [1102] });
    await walkToReview(other);
    await shopAs(page, server, { cart: [1002, 1102] });
    await server.manage("import", "rates", DEARER, "--approve-as", "approver@demo.test");

    await page.goto(server.url("planfront", "/cart"));
    await button(page, "Proceed to Enrollment").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Proceed to Enrollment" }).click();
    await expect(dialog.getByRole("heading", { name: "Your price changes" })).toBeVisible();
    const row = dialog.getByRole("row").filter({ hasText: "Ostrander Vision Complete 130" });
    await expect(row.getByRole("cell")).toHaveText([OLD, "$11.45"]);
    await expect(dialog.getByRole("row").filter({ hasText: "Halden Dental PPO 1500" })).toHaveCount(0);
    await expectAccessible(page);
    await screenshots(page, "price-changed");
    await dialog.getByRole("button", { name: "Keep shopping" }).click();
    await expect(dialog).toHaveCount(0);
    await button(page, "Proceed to Enrollment").click();
    await dialog.getByRole("button", { name: "Proceed to Enrollment" }).click();
    await dialog.getByRole("button", { name: "Accept" }).click();
    await expect(page).toHaveURL(/\/enrollment\/before-you-start$/);
    await expect(page.getByRole("complementary")).toContainText("$11.45");

    await next(other).click();
    const late = other.getByRole("dialog");
    await expect(late.getByRole("row").filter({ hasText: "Premium" }).getByRole("cell")).toHaveText([
      OLD,
      "$11.45",
    ]);
    await late.getByRole("button", { name: "Accept" }).click();
    await expect(other.getByRole("heading", { name: "Sign again: price changed" })).toBeVisible();
    await signAgain(other, "draw");
    await next(other).click();
    await expect(other).toHaveURL(/receipt/);
    await other.context().close();
  },
);

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("the county is asked only where it matters", async ({ page, server }) => {
    await page.goto(server.url());
    await page.getByRole("banner").getByRole("button", { name: "FIND A PLAN" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Zip code").fill("42223");
    await page.keyboard.press("Enter");
    await expect(dialog.getByLabel("County")).toBeFocused();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByText("Field is required")).toBeVisible();
    await dialog.getByLabel("County").selectOption("47125");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByText("Steps: 2 of 4")).toBeVisible();
    await dialog.getByRole("button", { name: "Back" }).click();
    await dialog.getByLabel("Zip code").fill("10001");
    await expect(dialog.getByLabel("County")).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("Steps: 2 of 4")).toBeVisible();
    await page.keyboard.press("Escape");

    await page.getByLabel("Zip Code").fill("42223");
    await page.getByLabel("Gender").selectOption("1");
    await page.getByLabel("Choose Tier").selectOption("IO");
    await page.getByLabel("DOB").fill("04/17/1989");
    await page.getByRole("button", { name: "Submit", exact: true }).click();
    await page.getByLabel("County").selectOption("21047");
    await page.getByRole("button", { name: "Submit", exact: true }).click();
    await expect(page).toHaveURL(/\/plans$/);
    await expect(main(page).getByText("42223", { exact: false }).first()).toBeVisible();
  });

  test("Copperline in Spanish: plans without a price keep their place and say why", async ({
    page,
    server,
  }) => {
    await shopAs(page, server, { brand: "copperline", language: "es" });
    await page.goto(server.url("copperline", "/plans?type=guaranteed,term_life"));
    const row = page.getByRole("article").filter({ hasText: "Tern Harbor Golden Promise 10" });
    await expect(row.getByText("Este plan está disponible de 50 a 80 años.")).toBeVisible();
    await expectAccessible(page);
    await screenshots(page, "es-copperline-refused");
    await row.getByRole("button", { name: /fecha de nacimiento/ }).click();
    await expect(page.locator("#edit-dob")).toBeFocused();

    await page.goto(server.url("copperline", "/PlanQuestionView"));
    await page.getByRole("button", { name: "Enviar", exact: true }).click();
    await expect(main(page).getByRole("alert")).toBeFocused();
    await expectAccessible(page);
  });
});

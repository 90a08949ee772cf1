import type { Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe";
import { signedIn } from "./harness/people";
import { screenshots } from "./harness/screenshots";
import { DENTAL, Shopper, VISION } from "./harness/shopper";
import { AT_LENGTH, expect, test } from "./harness/test";

/**
 * From the sign-in to the receipt, for each role. In each run reps and groups walk their homes in homes.spec.ts, and
 * the application in existing-member.spec.ts and group-share.spec.ts.
 */
async function answerFilter(page: Page): Promise<void> {
  await page.waitForURL(/\/home$/);
  await page.getByLabel("Zip Code").fill("75201");
  await page.getByLabel("Gender").selectOption("Female");
  await page.getByLabel("Choose Tier").selectOption("IO");
  await page.getByRole("textbox", { name: "DOB" }).fill("04/12/1985");
  await page.getByRole("button", { name: "Submit", exact: true }).click();
}

async function chooseMember(page: Page, name: string): Promise<void> {
  await page.getByRole("searchbox", { name: "Search members" }).fill(name);
  await page.getByRole("button", { name: `Enroll Now, ${name}` }).click();
  await page.getByLabel("Member Only").check();
  await page.getByRole("button", { name: "See plans" }).click();
}

for (const [who, home, portal] of [
  ["rep", "agent-home", "Individual & Family"],
  ["group", "group-home", "Group Benefits"],
] as const) {
  test(`a ${who} enrolls somebody new, from sign-in to receipt`, AT_LENGTH, async ({ page, server }) => {
    test.slow();
    await signedIn(page, server, who, `/${home}`);
    if (who === "group") await page.getByLabel(portal).check();
    await page.getByRole("button", { name: "Start New Member Enrollment" }).click();
    if (who === "rep") {
      await page.getByRole("dialog").getByLabel(portal).check();
      await page.getByRole("button", { name: "Start Direct Enrollment" }).click();
    }
    await answerFilter(page);
    const shopper = new Shopper(page, server, { brand: "planfront", signature: "type" });
    await shopper.pickFromListing();
    await shopper.checkOut();
    await shopper.enroll();
    await page.getByRole("button", { name: "Start another" }).click();
    await expect(page.getByRole("dialog", { name: "Choose the enrollment portal" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Return to homepage" }).click();
    await page.waitForURL(new RegExp(`/${home}$`));
  });
}

test(
  "a group administrator enrolls a member on record, from sign-in to receipt",
  AT_LENGTH,
  async ({ page, server }) => {
    test.slow();
    await signedIn(page, server, "group", "/group-select-member");
    await chooseMember(page, "Tom Becker");
    const shopper = new Shopper(page, server, {
      brand: "planfront",
      signature: "type",
      signer: { name: "Tom Becker" },
    });
    await shopper.pickFromListing();
    await shopper.checkOut();
    await shopper.enroll();
  },
);

test("a member buys another plan, from sign-in to receipt", async ({ page, server }) => {
  test.slow();
  await signedIn(page, server, "member", "/coverage");
  await page.getByRole("button", { name: "Shop plans" }).click();
  const who = page.getByRole("dialog", { name: "Please choose the tier" });
  await who.getByRole("radio").first().check();
  await who.getByRole("button", { name: "See plans" }).click();
  const shopper = new Shopper(page, server, {
    brand: "planfront",
    signature: "type",
    plans: [VISION],
    signer: { name: "Maria Santos" },
  });
  await shopper.pickFromListing();
  await expect(page.locator("main")).not.toContainText(DENTAL.name);
  await shopper.checkOut();
  await shopper.enroll();

  await page.goto(server.url("planfront", "/member-home"));
  await expect(page).toHaveURL(/\/coverage$/);
  await expect(page.locator("main")).toContainText(VISION.name);
  await expectAccessible(page);
  await screenshots(page, "coverage");
  await page.getByRole("link", { name: "Payments and receipts" }).click();
  await page.getByRole("button", { name: /^History of receipt/ }).click();
  await expect(page.getByRole("dialog")).toContainText("Submitted the application");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Open receipt/ }).click();
  await expect(page.getByRole("dialog")).toContainText("First Month Cost");
  await expectAccessible(page);
});

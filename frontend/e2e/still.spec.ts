import type { Page } from "@playwright/test";
import { expectFits } from "./harness/axe";
import { PHONE } from "./harness/covered";
import { signedIn } from "./harness/people";
import { shopAs } from "./harness/profile";
import { expectStill } from "./harness/shifts";
import { expect, test } from "./harness/test";

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator("h1")).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
}

test("the foot of a page that is shorter than the window appears where it stays", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const path of ["/sign-in/forgot", "/plan-fit", "/quote/none"]) {
    await open(page, server.url("planfront", path));
    await expect(page.getByRole("contentinfo")).toBeInViewport();
    await expectStill(page);
  }
});

test("what is known later finds its room on the pages of a shopper", async ({ page, server }) => {
  const more = { spouse_dob: "09/02/1988", no_of_children: 2 };
  await shopAs(page, server, { zip: "75201", tier: "IF", more, cart: [1002] });
  await page.setViewportSize(PHONE);
  // The last two have no price for these answers: what would lead to one comes when the page is read already.
  for (const path of ["/plans", "/cart", "/plan-fit", "/plan/1401", "/plan/1201"]) {
    await open(page, server.url("planfront", path));
    await expectStill(page);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await expectFits(page);
});

test("the longer Spanish sentence below a list's heading has its room", async ({ page, server }) => {
  await shopAs(page, server, { zip: "75201", language: "es" });
  await page.evaluate(() => localStorage.setItem("language", "es"));
  for (const size of [PHONE, { width: 1280, height: 900 }]) {
    await page.setViewportSize(size);
    await open(page, server.url("planfront", "/plans?type=dental"));
    await expect(page.getByText("planes tienen precio para usted")).toBeVisible();
    await expectStill(page);
  }
});

test("what is known later finds its room on the pages of a rep, and the portrait fits a phone", async ({
  page,
  server,
}) => {
  await page.setViewportSize(PHONE);
  await signedIn(page, server, "rep", "/agent-select-member");
  for (const path of ["/agent-select-member", "/enrollments", "/home"]) {
    await open(page, server.url("planfront", path));
    await expectStill(page);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, server.url("planfront", "/account"));
  await expect(page.getByRole("region", { name: "Your portrait" })).toBeVisible();
  await expectFits(page);
});

test("the wallet of a member and the choices of what happened stand at once", async ({ page, server }) => {
  await page.setViewportSize(PHONE);
  await signedIn(page, server, "member", "/coverage");
  for (const path of ["/coverage", "/coverage/change/what?event=birth"]) {
    await open(page, server.url("planfront", path));
    await expectStill(page);
  }
});

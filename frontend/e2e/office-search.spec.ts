import type { Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe";
import { expect, test } from "./harness/test";

async function signIn(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator("input[name=username]").fill("service@demo.test");
  await page.locator("input[name=password]").fill("planfront-demo");
  await page.locator("input[name=password]").press("Enter");
  await expect(page.getByRole("heading", { name: /^Good / })).toBeVisible();
  await page.waitForLoadState("load"); // keys are listened to by then
}

test("staff find a caller by the keyboard alone, from any page", async ({ page, server }) => {
  const find = server.url("planfront", "/backoffice/find/");
  await signIn(page, server.url("planfront", "/backoffice/"));
  await page.keyboard.press("/");
  await expect(page.getByRole("combobox", { name: "Search people, policies, numbers, codes" })).toBeFocused();
  await page.keyboard.type("santos");
  const listed = page.getByRole("listbox", { name: "Found" });
  await expect(listed.getByRole("option").first()).toContainText("Maria Santos");
  // Others of the name may stand before the policy, as the journeys before this one left them.
  const place = listed.getByRole("option").filter({ hasText: "PF-5001-1002" });
  await expect(place).toBeVisible();
  const options = await listed.getByRole("option").allTextContents();
  for (let at = options.findIndex((text) => text.includes("PF-5001-1002")); at >= 0; at--)
    await page.keyboard.press("ArrowDown");
  await expect(place).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/coverage\/policy\/[0-9a-f-]+\/change\//);

  await page.goto(find);
  const field = page.getByRole("searchbox", { name: "Search everything" });
  await expect(field).toBeFocused();
  await expect(page.getByRole("region", { name: "Recently opened" })).toContainText("PF-5001-1002");
  await page.keyboard.type("san");
  await expect(page.getByRole("heading", { name: "Maria Santos" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("link", { name: "Open Maria Santos" })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(field).toBeFocused();
  await page.getByRole("button", { name: "Policies" }).click();
  await expect(page).toHaveURL(/\?found=[0-9a-f]+&kind=policies$/);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);

  await page.goto(server.url("planfront", "/backoffice/"));
  await page.getByRole("link", { name: "Search everything" }).click();
  await field.fill("rep1001");
  await field.press("Enter");
  await expect(page).toHaveURL(/parties\/agent\/\d+\/change\//);
});

test("the search works without script", async ({ page, server, browser }) => {
  await signIn(page, server.url("planfront", "/backoffice/"));
  const storageState = await page.context().storageState();
  const plain = await (await browser.newContext({ javaScriptEnabled: false, storageState })).newPage();
  await plain.goto(server.url("planfront", "/backoffice/find/"));
  const field = plain.getByRole("searchbox", { name: "Search everything" });
  await field.fill("santos");
  await field.press("Enter");
  await expect(plain).toHaveURL(/\?found=[0-9a-f]+$/);
  await expect(plain.getByRole("link", { name: "Open Maria Santos" })).toBeVisible();
  await plain.getByRole("link", { name: /^Policies 2/ }).click();
  await expect(plain).toHaveURL(/&kind=policies$/);
  await field.fill("zzzz");
  await field.press("Enter");
  await expect(plain.getByText("Nothing was found for “zzzz”.")).toBeVisible();
  await plain.context().close();
});

import type { Browser, Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe";
import type { Server } from "./harness/server";
import { expect, test } from "./harness/test";

async function signIn(page: Page, address: string, who: string): Promise<void> {
  await page.goto(address);
  await page.locator("input[name=username]").fill(`${who}@demo.test`);
  await page.locator("input[name=password]").fill("planfront-demo");
  await page.locator("input[name=password]").press("Enter");
}

/** Signs staff in and opens the demo's pair of likely twins from the first page, to be walked without script. */
async function openPair(browser: Browser, server: Server, who: string): Promise<Page> {
  const context = await browser.newContext();
  const home = await context.newPage();
  await signIn(home, server.url("planfront", "/backoffice/"), who);
  await home.getByText(/^All \d+ open tasks$/).click();
  await home.getByRole("link", { name: "Possible duplicate members 1" }).click();
  const href = await home.getByRole("link", { name: "Otto Lindqvist (5013)" }).getAttribute("href");
  const storageState = await context.storageState();
  const page = await (await browser.newContext({ javaScriptEnabled: false, storageState })).newPage();
  await page.goto(new URL(href ?? "", home.url()).href);
  await context.close();
  return page;
}

test("likely twins are merged with a preview and taken apart again, without script", async ({
  page,
  server,
  browser,
}) => {
  const looks = await openPair(browser, server, "reader");
  await expect(looks.getByText("Your role can only view.")).toBeVisible();
  await expect(looks.getByRole("button", { name: "Preview the merge" })).toHaveCount(0);

  const decides = await openPair(browser, server, "service");
  await expect(decides.getByRole("row", { name: /^Email/ })).toContainText("Differs");
  await expect(decides.getByRole("row", { name: /^Birth date/ })).toContainText("The same");
  await decides.getByLabel("Record 5013").check();
  await decides.getByRole("button", { name: "Preview the merge" }).click();
  const sheet = decides.getByRole("group", { name: "Preview" });
  await expect(sheet).toContainText("PF-5015-1101, Claropoint Vision Essential, active");
  await expect(sheet).toContainText("Email otto@lindqvist.example: the record that stays keeps");
  await decides.getByRole("button", { name: "Merge into record 5013" }).click();
  await expect(decides.getByText("The records are merged.")).toBeVisible();

  await signIn(page, decides.url(), "admin");
  await expect(page.getByText("Owen Pratt merged them on")).toBeVisible();
  await expectAccessible(page);
  await page.goto(server.url("planfront", "/backoffice/members/member/5015/change/"));
  await expect(page.getByText("Record 5015 was merged into this one.")).toBeVisible();

  await decides.getByRole("button", { name: "Undo the merge" }).click();
  await expect(decides.getByText("Both records are as they were.")).toBeVisible();
  await page.goto(decides.url());
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Preview the merge" }).click();
  await expect(page.getByRole("button", { name: "Merge into record 5013" })).toBeVisible();
  await expectAccessible(page);
  await page.goto(server.url("planfront", "/backoffice/members/member/5015/change/"));
  await expect(page).toHaveURL(/5015/);
  await looks.context().close();
  await decides.context().close();
});

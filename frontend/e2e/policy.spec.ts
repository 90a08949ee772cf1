import type { Browser, Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe";
import type { Server } from "./harness/server";
import { expect, test } from "./harness/test";

const POLICY = "PF-5007-1003";

/** Signs staff in and opens the policy from the list. From there on it is walked without script. */
async function openPolicy(browser: Browser, server: Server, who: string, query = ""): Promise<Page> {
  const context = await browser.newContext();
  const list = await context.newPage();
  await signIn(list, server.url("planfront", `/backoffice/coverage/policy/${query}`), who);
  const href = await list.getByRole("link", { name: POLICY }).getAttribute("href");
  const storageState = await context.storageState();
  const page = await (await browser.newContext({ javaScriptEnabled: false, storageState })).newPage();
  await page.goto(new URL(href ?? "", list.url()).href);
  await context.close();
  return page;
}

async function signIn(page: Page, address: string, who: string): Promise<void> {
  await page.goto(address);
  await page.locator("input[name=username]").fill(`${who}@demo.test`);
  await page.locator("input[name=password]").fill("planfront-demo");
  await page.locator("input[name=password]").press("Enter");
}

test("a change that reaches far back is asked for by one and agreed to by another, without script", async ({
  page,
  server,
  browser,
}) => {
  const asks = await openPolicy(browser, server, "admin");
  await asks.locator("summary", { hasText: "Change" }).click();
  await asks.getByRole("link", { name: "Move", exact: true }).click();
  await asks.getByLabel("New street address").fill("12 Alder Street");
  await asks.getByLabel("City", { exact: true }).fill("Los Angeles");
  await asks.getByLabel("New ZIP code").fill("90012");
  await asks.getByLabel("From", { exact: true }).fill("05/01/2026");
  await asks.getByLabel("Note").fill("By phone");
  await asks.getByRole("button", { name: "Preview" }).click();
  await expect(asks.getByText("A second person must approve it.")).toBeVisible();
  await expect(asks.getByRole("button", { name: "Save this change" })).toHaveCount(0);
  await asks.getByRole("button", { name: "Ask a second person to approve" }).click();
  await expect(asks.getByText("A second person was asked to approve it.")).toBeVisible();

  const agrees = await openPolicy(browser, server, "approver", "?asked=waiting");
  await agrees.getByRole("link", { name: "Review it" }).click();
  await expect(agrees.getByText("Requested by Robin Vale")).toBeVisible();
  const address = agrees.url();
  await agrees.getByRole("button", { name: "Approve and save" }).click();
  await expect(agrees.getByText("You approved it, and the change was saved.")).toBeVisible();
  await expect(agrees.getByText("Agreed by Kit Marsh")).toBeVisible();

  await signIn(page, address, "admin");
  await expect(page.getByText("Kit Marsh approved it on")).toBeVisible();
  await expectAccessible(page);
  await agrees.context().close();
  await asks.context().close();
});

import type { Page } from "@playwright/test";
import { AT_LENGTH, expect, test } from "./harness/test";

/** Addresses that end the session or hand out a file. */
const LEFT_OUT = /logout|\/ended\/|jsi18n|\.csv|\/document\/|\/file\//;
/** Forms of new and of kept rows are the same page for each table, but for the fields in them. */
const TABLE = /(?<=^\/backoffice\/)(?!find|case|sealed)[a-z_]+\/[a-z_]+\/(?=(add\/|…\/change\/)$)/;
const kindOfAnyTable = (address: string): string => kindOf(address).replace(TABLE, "table/");

/** What an address is of: its path without ids. What happened to a row, and deleting it, look alike in every table. */
function kindOf(address: string): string {
  const path = new URL(address).pathname.replace(/.*(?=\/(history|delete)\/$)/, "");
  return path.replace(/\/[0-9a-f-]{36}(?=\/)|\/\d+(?=\/)/g, "/…");
}

async function signIn(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator("input[name=username]").fill("admin@demo.test");
  await page.locator("input[name=password]").fill("planfront-demo");
  await page.locator("input[name=password]").press("Enter");
  await expect(page.getByRole("heading", { name: /^Good / })).toBeVisible();
}

/** Collect what the browser reports of the content security policy, in frames too, wherever it was. */
async function watchPolicy(page: Page): Promise<string[]> {
  const broken: string[] = [];
  await page.exposeFunction("reportBroken", (text: string) => broken.push(text));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const what = `${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`;
      (window as unknown as { reportBroken: (text: string) => void }).reportBroken(
        `${location.href}: ${what}`,
      );
    });
  });
  return broken;
}

/** Whatever opens without leaving the page: tabs, menus, filters, dialogs, rows that are added. */
async function open(page: Page): Promise<void> {
  const doors = page.locator(
    "#tabs-items a, #changelist-filter-open, [data-menu], .add-row, a.related-widget-wrapper-link[data-popup], summary, [x-on\\:click*=open]",
  );
  for (const door of (await doors.all()).slice(0, 12)) {
    if (!(await door.isVisible())) continue;
    await door.evaluate((element) => {
      const link = element.closest("a");
      const leaves = link?.href && !link.getAttribute("href")?.startsWith("#");
      if (!leaves) (element as HTMLElement).click();
    });
  }
  await page.keyboard.press("Escape");
}

/** Opens a page; false for an address that hands out a file. */
async function visit(page: Page, address: string): Promise<boolean> {
  try {
    const answer = await page.goto(address, { waitUntil: "load" });
    expect(answer?.status(), address).toBeLessThan(400);
    expect(answer?.headers()["content-security-policy"], address).not.toContain("unsafe");
    return true;
  } catch (error) {
    if (String(error).includes("Download is starting")) return false;
    throw error;
  }
}

/** An empty form, sent as it is: the page tells what is missing. */
async function sendEmpty(page: Page): Promise<void> {
  const save = page.locator("[name=_save]");
  if (!page.url().endsWith("/add/") || (await save.count()) === 0) return;
  // One in which nothing has to be filled in would be saved.
  const lacks = await save.evaluate((button: HTMLButtonElement) => !button.form?.checkValidity());
  if (!lacks) return;
  const sent = page.waitForEvent("load");
  await save.evaluate((button: HTMLButtonElement) => {
    button.formNoValidate = true;
    button.click();
  });
  await sent;
}

for (const { title, kind, least, often } of [
  { title: "no kind of page of the back office breaks", kind: kindOfAnyTable, least: 25, often: {} },
  { title: "no page of the back office, of any table, breaks", kind: kindOf, least: 120, often: AT_LENGTH },
]) {
  test(`${title} its content security policy`, often, async ({ page, server, complaints }) => {
    test.setTimeout(600_000);
    const broken = await watchPolicy(page);
    page.on("dialog", (dialog) => dialog.accept());
    const start = server.url("planfront", "/backoffice/");
    await signIn(page, start);
    const opened = new Set<string>();
    const seen = new Set<string>();
    const waiting = [start];
    const problems: string[] = [];
    while (waiting.length > 0) {
      const address = waiting.shift() as string;
      if (opened.has(kind(address))) continue;
      opened.add(kind(address));
      if (!(await visit(page, address))) continue;
      await open(page);
      await sendEmpty(page);
      const links = page.locator("a[href]");
      for (const link of await links.evaluateAll((all) =>
        all.map((anchor) => (anchor as HTMLAnchorElement).href),
      )) {
        const next = link.split("#")[0] as string;
        if (!next.startsWith(start) || LEFT_OUT.test(next) || seen.has(next)) continue;
        seen.add(next);
        waiting.push(next);
      }
      problems.push(...[...broken.splice(0), ...complaints.splice(0)].map((text) => `${address}: ${text}`));
    }
    expect(problems).toEqual([]);
    expect(opened.size, "kinds of pages").toBeGreaterThan(least);
  });
}

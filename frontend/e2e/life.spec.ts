import type { Browser, Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe";
import { businessDay, day, writeDay } from "./harness/days";
import { Server } from "./harness/server";
import { expect, test } from "./harness/test";
import { mailFromOutbox, quote, walkToReview } from "./journeys/support";

const DENTAL = { id: 1002, name: "Halden Dental PPO 1500" };
const OTHER = "Brightwater Choice 3000";
const EMAIL = "maren.castillo@mailbox.example";
const PASSWORD = "seven Lanterns at dusk";
const DAY_MS = 86_400_000;

/** Children of the dental plan up to 25, and rates of 3 % more from a day on. */
const PREPARE = (newYear: string) => `
from datetime import date
from planfront.catalog.models import PlanRule
from planfront.rating.models import RateTable
from planfront.rating.services import approve_table
PlanRule.objects.update_or_create(plan_id=${DENTAL.id}, role="CHILD", defaults={"max_age": 25})
first = date.fromisoformat("${newYear}")
old = RateTable.objects.filter(plan_id=${DENTAL.id}, status="approved").order_by("-eff_from").first()
rows, factors = list(old.rows.all()), list(old.factors.all())
table = RateTable.objects.get(pk=old.pk)
table.pk, table.version, table.status, table.eff_from, table.eff_to = None, old.version + 100, "draft", first, None
table.digest, table.approved_at, table.approved_by = "", None, None
table.save()
for row in [*rows, *factors]:
    row.pk, row.rate_table = None, table
    if hasattr(row, "rate"):
        row.rate = row.rate * 103 / 100
    row.save()
approve_table(table_id=table.pk)
`;

const iso = (text: string) => `${text.slice(6)}-${text.slice(0, 2)}-${text.slice(3, 5)}`;

async function staffPage(browser: Browser, store: Server, who: string, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(store.url("planfront", path));
  await page.locator("input[name=username]").fill(`${who}@demo.test`);
  await page.locator("input[name=password]").fill("planfront-demo");
  await page.locator("input[name=password]").press("Enter");
  return page;
}

async function signIn(
  page: Page,
  store: Server,
  email: string,
  password: string,
  path: string,
): Promise<void> {
  await page.goto(store.url("planfront", path));
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.locator("main").getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(store.url("planfront", path));
}

/** A family from the application to the receipt. */
async function enrollFamily(page: Page, store: Server, childBorn: string): Promise<string> {
  await quote(page, store, { tier: "IF", plans: [DENTAL.id], zip: "75201" });
  await walkToReview(page, "IF", { first: "Iris", born: childBorn, ssn: "512440472" });
  await page.locator("main form button[type=submit]").last().click();
  const heading = page.getByText(/^Confirmation #/);
  await expect(heading.first()).toBeVisible();
  return /\d{5,}/.exec((await heading.first().textContent()) ?? "")?.[0] ?? "";
}

/** The mail's own link, a password, and the member's home. */
async function acceptInvitation(page: Page, store: Server): Promise<void> {
  let link = "";
  await expect(async () => {
    link = /\/sign-in\/new-password#\S+/.exec(await mailFromOutbox(page, store, EMAIL))?.[0] ?? "";
    expect(link).not.toBe("");
  }).toPass({ timeout: 60_000 });
  await page.goto(store.url("planfront", link));
  await page.locator("input[type=password]").first().fill(PASSWORD);
  await page.locator("main form button[type=submit]").click();
  await expect(page.locator("input[type=password]")).toHaveCount(0);
  await signIn(page, store, EMAIL, PASSWORD, "/coverage");
}

async function reportBirth(page: Page, born: string): Promise<void> {
  await page.getByRole("link", { name: "Something changed" }).click();
  await page.getByLabel("Birth", { exact: true }).check();
  await page.getByLabel("Add somebody").check();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("First name").fill("Mateo");
  await page.getByLabel("Last name").fill("Castillo");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("textbox", { name: "Born" }).fill(born);
  await expect(page.getByRole("radio", { name: born })).toBeChecked();
  await page.getByRole("button", { name: "Next" }).click();
}

test("a family enrolls, shows cards, a child ages out, another is born, the plan renews, is changed and ends", async ({
  page,
  database,
  browser,
}) => {
  test.setTimeout(600_000);
  const store = await Server.start(database);
  try {
    await liveThrough(page, store, browser);
  } finally {
    await store.stop();
  }
});

async function liveThrough(page: Page, store: Server, browser: Browser): Promise<void> {
  const main = page.locator("main");
  // 26 in eighty days: covered until the end of that month.
  const turns = businessDay(80);
  const born26 = Date.UTC(turns.getUTCFullYear() - 26, turns.getUTCMonth(), turns.getUTCDate());
  const childBorn = writeDay(new Date(born26));
  const confirmation = await enrollFamily(page, store, childBorn);

  await acceptInvitation(page, store);
  await expect(main).toContainText("Covers Maren, Jonah, Iris");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: /cards as PDF/ }).click();
  expect((await download).suggestedFilename()).toBe("planfront-member-cards.pdf");
  await expectAccessible(page);

  // The clock: the plan is in force, and the child is told in time.
  const renews = newYearAfter(130);
  await store.manage("shell", "-c", PREPARE(iso(renews)));
  await store.moveClock("+45d");
  await page.reload();
  await expect(page.getByText(/^Simulated: today is/)).toBeVisible();
  await page.getByRole("link", { name: `Policy and history of ${DENTAL.name}` }).click();
  await expect(main).toContainText("Iris left");
  await expectAccessible(page);

  await store.moveClock("+85d");
  await page.goto(store.url("planfront", "/coverage"));
  await expect(main).toContainText("Covers Maren, Jonah");
  await expect(main).not.toContainText("Covers Maren, Jonah, Iris");

  await assignRep(browser, store, confirmation);

  // A birth: the price before and after, from the day itself on.
  const born = day(125);
  await reportBirth(page, born);
  await expect(page.getByText("Together $58.08 a month before, $84.90 a month after.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send this change" }).click();
  await expect(page.getByRole("heading", { name: "Your change is made" })).toBeVisible();

  // Renewal: staff preview, a second person agrees, the member changes plan.
  await renew(browser, store);
  await page.goto(store.url("planfront", "/coverage"));
  await page.getByRole("link", { name: `Look at the renewal of ${DENTAL.name}` }).click();
  await expect(main).toContainText("Now$84.90");
  await expect(main).toContainText("$87.45a month");
  await page.getByLabel(/Change to another plan/).check();
  await page.getByLabel(new RegExp(OTHER)).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: `Change to ${OTHER}` }).click();
  await expect(page.getByText(new RegExp(`${OTHER} follows on`))).toBeVisible();
  await store.moveClock(iso(renews));
  await expect(async () => {
    await page.goto(store.url("planfront", "/coverage"));
    await expect(main).toContainText(OTHER, { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });

  // The end, from My benefits.
  await page.getByRole("link", { name: `Policy and history of ${OTHER}` }).click();
  await page.getByRole("button", { name: "End coverage" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("covers 3 people until the end of");
  await dialog.getByRole("button", { name: /^End it on/ }).click();
  await expect(main).toContainText("Ends on");

  await seeTheSameStory(page, browser, store, confirmation);
}

/** The first of January or July that a new run begins with when the clock is so many days on. */
function newYearAfter(days: number): string {
  const today = businessDay(days);
  const january = Date.UTC(today.getUTCFullYear() + 1, 0, 1);
  const enough = january - today.getTime() >= 60 * DAY_MS;
  return writeDay(new Date(enough ? january : Date.UTC(today.getUTCFullYear() + 1, 6, 1)));
}

async function renew(browser: Browser, store: Server): Promise<void> {
  const robin = await staffPage(browser, store, "admin", "/backoffice/book/renewalrun/add/");
  await robin.getByLabel(new RegExp(`${DENTAL.name} \\(`)).check();
  await robin.getByRole("button", { name: "Make this run" }).click();
  await robin.getByLabel("Also offered, row 1").selectOption({ label: OTHER });
  await robin.getByRole("button", { name: "Save the crosswalk" }).click();
  await robin.getByRole("button", { name: "Preview", exact: true }).click();
  await expect(robin.getByText("You made this run, so somebody else has to agree.")).toBeVisible({
    timeout: 60_000,
  });
  const kit = await staffPage(browser, store, "approver", new URL(robin.url()).pathname);
  await kit.getByRole("button", { name: "Agree to this run" }).click();
  await expect(kit.getByText(/Agreed\. Members choose until/)).toBeVisible();
  await robin.context().close();
  await kit.context().close();
}

/** Staff find the policy by its confirmation number and name the rep who looks after it from now on. */
async function assignRep(browser: Browser, store: Server, confirmation: string): Promise<void> {
  const robin = await openPolicy(browser, store, confirmation);
  await robin.locator("summary", { hasText: "Change" }).first().click();
  await robin.getByRole("link", { name: "Another rep", exact: true }).click();
  await robin.getByLabel("Code of rep 1").fill("REP1001");
  await robin.getByLabel("Share, %").first().fill("100");
  await expectAccessible(robin);
  await robin.getByRole("button", { name: "Preview" }).click();
  await robin.getByRole("button", { name: "Write this change" }).click();
  await expect(robin.getByText("Jordan Lee").first()).toBeVisible();
  await robin.context().close();
}

async function openPolicy(browser: Browser, store: Server, confirmation: string): Promise<Page> {
  const list = `/backoffice/book/policy/?q=${confirmation}`;
  const page = await staffPage(browser, store, "admin", list);
  await page.locator("#result_list tbody a").first().click();
  await expect(page.locator("article").getByRole("link", { name: "Maren Castillo" })).toBeVisible();
  return page;
}

/** What the member did reads the same for the rep, for staff, and for the member on a phone in Spanish. */
async function seeTheSameStory(
  page: Page,
  browser: Browser,
  store: Server,
  confirmation: string,
): Promise<void> {
  const rep = await (await browser.newContext()).newPage();
  await signIn(rep, store, "rep@demo.test", "planfront-demo", "/book-of-business");
  const todo = rep.getByRole("listitem").filter({ hasText: "Maren Castillo" });
  await expect(todo.filter({ hasText: "ends on" }).first()).toBeVisible();
  await expectAccessible(rep);
  await rep.getByRole("searchbox", { name: "Search clients" }).fill("castillo");
  await rep.getByRole("link", { name: "Maren Castillo" }).last().click();
  const main = rep.locator("main");
  for (const told of ["Birth: Mateo joined", "Iris left", "Renewed", "Coverage ends", `#${confirmation}`]) {
    await expect(main).toContainText(told);
  }
  await expectAccessible(rep);
  await rep.context().close();

  const staff = await openPolicy(browser, store, confirmation);
  for (const told of ["Mateo", "Iris", "$84.90"]) await expect(staff.locator("body")).toContainText(told);
  await staff.context().close();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => localStorage.setItem("language", "es"));
  await page.goto(store.url("planfront", "/coverage"));
  await expect(page.locator("main")).toContainText("Termina el");
  await expectAccessible(page);
}

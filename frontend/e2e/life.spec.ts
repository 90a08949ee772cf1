import type { Browser, Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe";
import { businessDay, day, writeDay } from "./harness/days";
import { openOffice } from "./harness/people";
import { Server } from "./harness/server";
import { AT_LENGTH, expect, test } from "./harness/test";
import { mailFromOutbox, quote, walkToReview } from "./journeys/support";

const DENTAL = { id: 1002, name: "Halden Dental PPO 1500" };
const OTHER = "Brightwater Choice 3000";
const EMAIL = "maren.castillo@mailbox.example";
const PASSWORD = "seven Lanterns at dusk";
const DAY_MS = 86_400_000;
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

/** What the member reads and presses, in each language. */
const ENGLISH = {
  email: "Email",
  password: "Password",
  signIn: "Sign in",
  force: "Your plans",
  cards: /cards as PDF/,
  file: "planfront-member-cards.pdf",
  history: "Policy and history of",
  left: "Iris left",
  simulated: /^Simulated: today is/,
  birth: "Birth",
  next: "Next",
  firstName: "First name",
  lastName: "Last name",
  born: "Born",
  price: "Together $58.08 a month before, $84.90 a month after.",
  send: "Send this change",
  made: "Your change is complete",
  renewal: "Review the renewal of",
  before: "Now$84.90",
  after: "$87.45a month",
  another: /Change to another plan/,
  change: "Change to",
  follows: "starts on",
  end: "End coverage",
  until: "covers 3 people through",
  endIt: /^End it on/,
  ends: "Ends on",
};
const SPANISH: typeof ENGLISH = {
  email: "Correo electrónico",
  password: "Contraseña",
  signIn: "Iniciar sesión",
  force: "Sus planes",
  cards: /tarjetas en PDF/,
  file: "planfront-tarjetas-de-miembro.pdf",
  history: "Póliza e historial de",
  left: "Salió Iris",
  simulated: /^Simulado: hoy es/,
  birth: "Nacimiento",
  next: "Siguiente",
  firstName: "Nombre",
  lastName: "Apellido",
  born: "Nació",
  price: "En total $58.08 al mes antes, $84.90 al mes después.",
  send: "Enviar este cambio",
  made: "Su cambio se realizó",
  renewal: "Revisar la renovación de",
  before: "Ahora$84.90",
  after: "$87.45al mes",
  another: /Cambiar a otro plan/,
  change: "Cambiar a",
  follows: "comienza el",
  end: "Terminar la cobertura",
  until: "cubre a 3 personas hasta el final del",
  endIt: /^Terminarla el/,
  ends: "Termina el",
};

/** Whoever lives through it: on what screen and in which language, and where the end is looked at once more. */
const VISITS = [
  { language: "en", size: DESKTOP, words: ENGLISH, closing: PHONE, often: {} },
  { language: "es", size: PHONE, words: SPANISH, closing: DESKTOP, often: AT_LENGTH },
] as const;
type Visit = (typeof VISITS)[number];

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

async function signIn(
  page: Page,
  store: Server,
  email: string,
  password: string,
  path: string,
  words = ENGLISH,
): Promise<void> {
  await page.goto(store.url("planfront", path));
  await page.getByLabel(words.email).fill(email);
  await page.getByRole("textbox", { name: words.password }).fill(password);
  await page.locator("main").getByRole("button", { name: words.signIn, exact: true }).click();
  await page.waitForURL(store.url("planfront", path));
}

/** A family from the application to the receipt. */
async function enrollFamily(page: Page, store: Server, childBorn: string, visit: Visit): Promise<string> {
  const { language } = visit;
  await quote(page, store, { tier: "IF", plans: [DENTAL.id], zip: "75201", language });
  await walkToReview(page, "IF", { first: "Iris", born: childBorn, ssn: "512440472" });
  await page.locator("main form button[type=submit]").last().click();
  await page.waitForURL(/\/enrollment\/receipt/);
  const main = page.locator("main");
  await expect(main).toContainText(/#\d{5,}/);
  return /#(\d{5,})/.exec((await main.textContent()) ?? "")?.[1] ?? "";
}

/** The mail's own link, a password, and the member's home. */
async function acceptInvitation(page: Page, store: Server, words: typeof ENGLISH): Promise<void> {
  let link = "";
  await expect(async () => {
    link = /\/sign-in\/new-password#\S+/.exec(await mailFromOutbox(page, store, EMAIL))?.[0] ?? "";
    expect(link).not.toBe("");
  }).toPass({ timeout: 60_000 });
  await page.goto(store.url("planfront", link));
  await page.locator("input[type=password]").first().fill(PASSWORD);
  await page.locator("main form button[type=submit]").click();
  await expect(page.locator("input[type=password]")).toHaveCount(0);
  await signIn(page, store, EMAIL, PASSWORD, "/coverage", words);
}

async function reportBirth(page: Page, born: string, words: typeof ENGLISH): Promise<void> {
  const next = page.getByRole("button", { name: words.next });
  await page.getByRole("link", { name: words.birth, exact: true }).click();
  await page.getByLabel(words.firstName).fill("Mateo");
  await page.getByLabel(words.lastName).fill("Castillo");
  await next.click();
  await page.getByRole("textbox", { name: words.born }).fill(born);
  await expect(page.getByRole("radio", { name: born })).toBeChecked();
  await next.click();
}

for (const visit of VISITS) {
  test.describe(`${visit.language}, ${visit.size.width} px`, visit.often, () => {
    test.use({ viewport: visit.size });

    test("a family enrolls, shows cards, a child ages out, another is born, the plan renews, is changed and ends", async ({
      page,
      database,
      browser,
    }) => {
      test.setTimeout(600_000);
      const store = await Server.start(database);
      try {
        await liveThrough(page, store, browser, visit);
      } finally {
        await store.stop();
      }
    });
  });
}

async function liveThrough(page: Page, store: Server, browser: Browser, visit: Visit): Promise<void> {
  const { words } = visit;
  const main = page.locator("main");
  // 26 in eighty days: covered until the end of that month.
  const turns = businessDay(80);
  const born26 = Date.UTC(turns.getUTCFullYear() - 26, turns.getUTCMonth(), turns.getUTCDate());
  const childBorn = writeDay(new Date(born26));
  const confirmation = await enrollFamily(page, store, childBorn, visit);

  await acceptInvitation(page, store, words);
  const force = page.getByRole("region", { name: words.force });
  await expect(force).toContainText(/Maren.*Jonah.*Iris/);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: words.cards }).click();
  expect((await download).suggestedFilename()).toBe(words.file);
  await expectAccessible(page);

  // The clock: the plan is in force, and the child is told in time.
  const renews = newYearAfter(130);
  await store.manage("shell", "-c", PREPARE(iso(renews)));
  await store.moveClock("+45d");
  await page.reload();
  await expect(page.getByText(words.simulated)).toBeVisible();
  await page.getByRole("link", { name: `${words.history} ${DENTAL.name}` }).click();
  await expect(main).toContainText(words.left);
  await expectAccessible(page);

  await store.moveClock("+85d");
  await page.goto(store.url("planfront", "/coverage"));
  await expect(force).toContainText(/Maren.*Jonah/);
  await expect(force).not.toContainText("Iris");

  await assignRep(browser, store, confirmation);

  // A birth: the price before and after, from the day itself on.
  const born = day(125);
  await reportBirth(page, born, words);
  await expect(page.getByText(words.price)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: words.send }).click();
  await expect(page.getByRole("heading", { name: words.made })).toBeVisible();

  // Renewal: staff preview, a second person agrees, the member changes plan.
  await renew(browser, store);
  await page.goto(store.url("planfront", "/coverage"));
  await page.getByRole("link", { name: `${words.renewal} ${DENTAL.name}` }).click();
  await expect(main).toContainText(words.before);
  await expect(main).toContainText(words.after);
  await page.getByLabel(words.another).check();
  await page.getByLabel(new RegExp(OTHER)).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: `${words.change} ${OTHER}` }).click();
  await expect(page.getByText(new RegExp(`${OTHER} ${words.follows}`))).toBeVisible();
  await store.moveClock(iso(renews));
  await expect(async () => {
    await page.goto(store.url("planfront", "/coverage"));
    await expect(main).toContainText(OTHER, { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });

  // The end, from My benefits.
  await page.getByRole("link", { name: `${words.history} ${OTHER}` }).click();
  await page.getByRole("button", { name: words.end }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(words.until);
  await dialog.getByRole("button", { name: words.endIt }).click();
  await expect(main).toContainText(words.ends);

  await seeTheSameStory(page, browser, store, confirmation, visit);
}

/** The first of January or July that a new run begins with when the clock is so many days on. */
function newYearAfter(days: number): string {
  const today = businessDay(days);
  const january = Date.UTC(today.getUTCFullYear() + 1, 0, 1);
  const enough = january - today.getTime() >= 60 * DAY_MS;
  return writeDay(new Date(enough ? january : Date.UTC(today.getUTCFullYear() + 1, 6, 1)));
}

async function renew(browser: Browser, store: Server): Promise<void> {
  const robin = await openOffice(browser, store, "/backoffice/coverage/renewalrun/add/");
  await robin.getByLabel(new RegExp(`${DENTAL.name} \\(`)).check();
  await robin.getByRole("button", { name: "Create this run" }).click();
  await robin.getByLabel("Also offered, row 1").selectOption({ label: OTHER });
  await robin.getByRole("button", { name: "Save the crosswalk" }).click();
  await robin.getByRole("button", { name: "Preview", exact: true }).click();
  await expect(robin.getByText("You created this run, so someone else has to approve it.")).toBeVisible({
    timeout: 60_000,
  });
  const kit = await openOffice(browser, store, new URL(robin.url()).pathname, "approver");
  await kit.getByRole("button", { name: "Approve this run" }).click();
  await expect(kit.getByText(/Approved\. Members can choose until/)).toBeVisible();
  await robin.context().close();
  await kit.context().close();
}

/** Staff find the policy by its confirmation number and name the rep who looks after it from now on. */
async function assignRep(browser: Browser, store: Server, confirmation: string): Promise<void> {
  const robin = await openPolicy(browser, store, confirmation);
  await robin.locator("summary", { hasText: "Change" }).first().click();
  await robin.getByRole("link", { name: "Another rep", exact: true }).click();
  await robin.getByLabel("Rep 1 code").fill("REP1001");
  await robin.getByLabel("Share, %").first().fill("100");
  await expectAccessible(robin);
  await robin.getByRole("button", { name: "Preview" }).click();
  await robin.getByRole("button", { name: "Save this change" }).click();
  await expect(robin.getByText("Jordan Lee").first()).toBeVisible();
  await robin.context().close();
}

async function openPolicy(browser: Browser, store: Server, confirmation: string): Promise<Page> {
  const page = await openOffice(browser, store, "/backoffice/coverage/policy/");
  await page.locator("#find input[name=find]").fill(confirmation);
  await page.locator("#find input[name=find]").press("Enter");
  await page.waitForURL(/\?found=/);
  await page.locator("#result_list tbody a").first().click();
  await expect(page.locator("article").getByRole("link", { name: "Maren Castillo" })).toBeVisible();
  return page;
}

/** What the member did reads the same for the rep, for staff, and for the member on another screen in another language. */
async function seeTheSameStory(
  page: Page,
  browser: Browser,
  store: Server,
  confirmation: string,
  visit: Visit,
): Promise<void> {
  const rep = await (await browser.newContext()).newPage();
  await signIn(rep, store, "rep@demo.test", "planfront-demo", "/book-of-business");
  const next = rep.getByRole("region", { name: "The next 90 days" });
  await expect(next.getByRole("link", { name: "Maren Castillo" })).toBeVisible();
  await expectAccessible(rep);
  await rep.getByRole("searchbox", { name: "Search clients" }).fill("castillo");
  await rep.getByRole("link", { name: "Maren Castillo" }).last().click();
  const main = rep.locator("main");
  for (const text of ["Birth: Mateo joined", "Iris left", "Renewed", "Coverage ends", `#${confirmation}`]) {
    await expect(main).toContainText(text);
  }
  await expectAccessible(rep);
  await rep.context().close();

  const staff = await openPolicy(browser, store, confirmation);
  for (const text of ["Mateo", "Iris", "$84.90"]) await expect(staff.locator("body")).toContainText(text);
  await staff.context().close();

  const [other, words] = visit.language === "en" ? ["es", SPANISH] : ["en", ENGLISH];
  await page.setViewportSize(visit.closing);
  await page.evaluate((language) => localStorage.setItem("language", language), other);
  await page.goto(store.url("planfront", "/coverage"));
  await expect(page.locator("main")).toContainText(words.ends);
  await expectAccessible(page);
}

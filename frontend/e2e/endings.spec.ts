import type { Browser, Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe";
import { expectNothingCovered, PHONE } from "./harness/covered";
import { businessDay, day, writeDay } from "./harness/days";
import { openOffice, readInSpanish, signedIn } from "./harness/people";
import { screenshots } from "./harness/screenshots";
import { Server } from "./harness/server";
import { AT_LENGTH, expect, test } from "./harness/test";

/** A store of its own: other journeys begin from what these people have. */
let store: Server;
test.beforeAll(async ({ database }) => {
  test.setTimeout(720_000);
  store = await Server.start(database);
});
test.afterAll(async () => await store?.stop());

/** The last day of this month or of a later one. */
function monthEnd(ahead: number): string {
  const today = businessDay();
  return writeDay(new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + ahead + 1, 0)));
}

const DIED = day(-3);

async function reportDeath(page: Page): Promise<void> {
  await signedIn(page, store, "group", "/group-home/people?show=in_force");
  await readInSpanish(page);
  await page.getByRole("link", { name: "Algo cambió, Walter Nguyen" }).click();
  await page.getByRole("link", { name: "Avísenos de un fallecimiento" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Avísenos de un fallecimiento" })).toBeVisible();
  await expect(page.getByText("Este aviso no termina nada.")).toBeVisible();
  await expectNothingCovered(page);
  await page.getByRole("button", { name: "Enviar este aviso" }).click();
  await expect(page.getByText("Este campo es obligatorio")).toHaveCount(2);
  await page.getByLabel("Quién falleció").selectOption({ label: "Walter Nguyen" });
  await page.getByRole("textbox", { name: "Fecha del fallecimiento" }).fill(DIED);
  await page.getByLabel("Cómo comunicarnos con la familia").fill("Su hermana, 614-555-0177");
  await page.getByRole("button", { name: "Enviar este aviso" }).click();
  await expect(page.getByText("Fallecimiento de Walter: espera a Planfront")).toBeVisible();
  await expect(page.getByText(`Avisado el ${day(0)}. Nada cambia hasta que lo registren.`)).toBeVisible();
  await expectAccessible(page);
  await screenshots(page, "death-reported");
}

/** Goes from Today to the report, and on to the page that records it. Answers the page of the death. */
async function findReport(robin: Page): Promise<void> {
  const task = robin.getByRole("listitem").filter({ hasText: "Record a reported death" });
  await screenshots(robin, "death-today");
  await task.getByRole("link").click();
  await expect(robin.getByRole("heading", { name: "Walter Nguyen: Death of Walter" })).toBeVisible();
  await expectAccessible(robin);
  await screenshots(robin, "death-report");
  await robin.getByRole("link", { name: "Record the death" }).click();
}

async function recordDeath(robin: Page): Promise<void> {
  await expect(robin.getByLabel("Who died")).toHaveValue("self");
  await expect(robin.getByLabel("Day of death")).toHaveValue(DIED);
  await expect(robin.getByText("From the report: Su hermana, 614-555-0177")).toBeVisible();
  await robin.getByLabel("Proof").fill("Death certificate");
  await robin.getByRole("button", { name: "Preview" }).click();
  await expect(robin.getByRole("group", { name: "Preview" }).getByRole("listitem")).toHaveText([
    `Halden Group Dental 2000 (PF-5002-1014) ends, last day ${DIED}: $33.20 a month`,
    `Ostrander Vision Complete 130 (PF-5002-1102) ends, last day ${DIED}: $9.95 a month`,
  ]);
  await expectAccessible(robin);
  await screenshots(robin, "death-preview");
  await robin.getByRole("button", { name: "Record the death" }).click();
  await expect(
    robin.getByText("The death is recorded, and a letter to the family is on its way."),
  ).toBeVisible();
}

test("a group reports a death on a phone, in Spanish; staff record it, write to the family, and take it back", async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  await page.setViewportSize(PHONE);
  await reportDeath(page);

  const robin = await openOffice(browser, store, "/backoffice/");
  await findReport(robin);
  await recordDeath(robin);
  const policy = robin.url();
  await expect(robin.getByText(`In force from 01/01/2026 to ${DIED}.`)).toBeVisible();
  const ended = robin.getByRole("row", { name: /^Ended Death certificate/ });
  await expect(ended).toContainText(`Death on ${DIED}`);
  await expect(ended).toContainText("$33.20 → –");
  await expect(ended).not.toContainText("Agreed by");
  await screenshots(robin, "death-policy");
  await expectAccessible(robin);

  await page.reload();
  await screenshots(page, "death-recorded");
  await expect(page.getByText("Fallecimiento de Walter: registrado por Planfront")).toBeVisible();
  await expectAccessible(page);

  const letters = await openOffice(browser, store, "/backoffice/letters/letter/?kind__exact=death");
  await expect(letters.getByRole("link", { name: /After the death of Walter/ })).toBeVisible();
  await screenshots(letters, "death-letters");
  await letters.getByRole("link", { name: /After the death of Walter/ }).click();
  await screenshots(letters, "death-letter");
  await letters.context().close();

  await robin.goto(policy);
  await robin.locator("summary", { hasText: "Change" }).click();
  await robin.getByRole("link", { name: "Record a death" }).click();
  await robin.getByLabel("Why it is taken back").fill("It was another Walter Nguyen.");
  await screenshots(robin, "death-back");
  await robin.getByRole("button", { name: "Take this death back" }).click();
  await expect(robin.getByText("The death is taken back, and every policy is as before.")).toBeVisible();
  await expect(robin.getByText("In force since 01/01/2026.")).toBeVisible();
  await screenshots(robin, "death-policy-after");
  await page.goto(store.url("planfront", "/group-home/people?show=in_force"));

  await page.getByRole("link", { name: "Algo cambió, Walter Nguyen" }).click();
  await page.getByRole("link", { name: "Avísenos de un fallecimiento" }).click();
  await expect(page.getByText("Planfront devolvió un aviso: Fallecimiento de Walter")).toBeVisible();
  await expect(page.getByText("It was another Walter Nguyen.")).toBeVisible();
  await screenshots(page, "death-sent-back");
  await robin.goto(store.url("planfront", "/backoffice/letters/letter/?kind__exact=death"));
  await expect(robin.getByRole("link", { name: /After the death of Walter/ })).toHaveCount(0);
  await robin.context().close();
});

const ENDS = "Halden Dental PPO 1500";
const NEXT = "Halden Preventive Plus";
const OTHER = "Brightwater Choice Zero";
const [LAST, ANSWER_BY] = [monthEnd(1), day(20)];
const FIRST = writeDay(
  new Date(Date.parse(`${LAST.slice(6)}-${LAST.slice(0, 2)}-${LAST.slice(3, 5)}`) + 86_400_000),
);

async function discontinue(browser: Browser): Promise<void> {
  const robin = await openOffice(browser, store, "/backoffice/coverage/renewalrun/add/");
  await robin.getByLabel("First day of the new year").fill(FIRST);
  await robin.getByLabel("Members choose until").fill(ANSWER_BY);
  await robin.getByLabel("Written on").fill(day(25));
  await robin.getByLabel(`${ENDS} (Halden Dental)`).check();
  await robin.getByRole("button", { name: "Make this run" }).click();
  await robin.getByLabel("Plan that follows, row 1").selectOption({ label: NEXT });
  await robin.getByLabel("Also offered, row 1").selectOption({ label: OTHER });
  await robin.getByRole("button", { name: "Save the crosswalk" }).click();
  await robin.getByRole("button", { name: "Preview", exact: true }).click();
  await expect(robin.getByRole("heading", { name: "What changes" })).toBeVisible({ timeout: 30_000 });
  await screenshots(robin, "discontinued-run");
  const kit = await openOffice(browser, store, new URL(robin.url()).pathname, "approver");
  await kit.getByRole("button", { name: "Agree to this run" }).click();
  await expect(kit.getByText(/Agreed\. Members choose until/)).toBeVisible();
  await robin.context().close();
  await kit.context().close();
}

test(
  "a plan isn't continued: its member reads what follows on a phone, in Spanish, and answers",
  AT_LENGTH,
  async ({ page, browser }) => {
    test.setTimeout(180_000);
    await discontinue(browser);
    const rep = await (await browser.newContext()).newPage();
    await signedIn(rep, store, "rep", "/book-of-business");
    await screenshots(rep, "discontinued-book");
    await rep.getByLabel("Search clients").fill("Santos");
    await rep.getByRole("link", { name: "Maria Santos" }).first().click();
    await expect(rep.locator("main")).toContainText(`${ENDS} ends, and ${NEXT} takes its place`);
    await expectAccessible(rep);
    await expect(rep.locator("main")).toContainText(
      `From ${FIRST} $21.94 a month instead of $37.51. Another plan can be chosen until ${ANSWER_BY}; ` +
        `without an answer, ${NEXT} starts.`,
    );
    await screenshots(rep, "discontinued-client");

    await page.setViewportSize(PHONE);
    await signedIn(page, store, "member", "/coverage");
    await readInSpanish(page);
    await screenshots(page, "discontinued-benefits");
    await page.getByRole("link", { name: `Revisar qué ocurre con ${ENDS}` }).click();
    await expect(page.getByRole("heading", { level: 1, name: `${ENDS} termina el ${LAST}` })).toBeVisible();
    const letter = page.getByRole("article");
    await expect(letter).toContainText(
      `${NEXT} lo reemplaza para Maria el ${FIRST}, a menos que usted elija otra opción.`,
    );
    await expect(letter).toContainText("$37.51");
    await expect(letter).toContainText("$21.94");
    await expect(letter).toContainText("-$15.57 al mes-$186.84 en el año");
    await expect(letter.getByRole("row", { name: /^Máximo anual/ })).toContainText("$1,500$1,000Peor");
    await expect(letter.getByRole("row", { name: /^Deducible/ })).toContainText("$50 / $150$0Mejor");
    await expect(page.getByText("También lo que ocurre si no responde.")).toBeVisible();
    await expect(page.getByText(`La cobertura termina el ${LAST}.`)).toBeVisible();
    await expectNothingCovered(page);
    await expectAccessible(page);
    await screenshots(page, "discontinued-offer");
    await page.getByRole("button", { name: "Ir a su elección" }).click();
    await page.getByLabel(/Otro plan/).check();
    await page.getByLabel(new RegExp(OTHER)).check();
    await screenshots(page, "discontinued-other");
    await page.getByRole("button", { name: `Cambiar a ${OTHER}` }).click();
    await expect(page.getByText(`${OTHER} comienza el ${FIRST}.`)).toBeVisible();
    await page.reload();
    await screenshots(page, "discontinued-answered");
    await expect(page.getByText(`${OTHER} comienza el ${FIRST}.`)).toBeVisible();
    await expect(page.getByText(`Puede cambiar de opinión hasta el ${ANSWER_BY}.`)).toBeVisible();
    await rep.reload();
    await screenshots(rep, "discontinued-client-after");
    const letters = await openOffice(browser, store, "/backoffice/letters/letter/?kind__exact=discontinued");
    await expect(letters.getByRole("link", { name: `${ENDS} ends on ${LAST}` }).first()).toBeVisible();
    await screenshots(letters, "discontinued-letters");
    await letters
      .getByRole("link", { name: `${ENDS} ends on ${LAST}` })
      .first()
      .click();
    await screenshots(letters, "discontinued-letter");
    await letters.context().close();
    await rep.context().close();
  },
);

test("a member plans an end on a phone, brings it forward, puts it off and takes it back", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize(PHONE);
  await signedIn(page, store, "luis", "/coverage/policies/PF-5004-2001");
  const end = async (choose: () => Promise<void>, on: string, sentence: string) => {
    await page.getByRole("button", { name: "End coverage" }).click();
    await choose();
    const dialog = page.getByRole("dialog", { name: "End Fernhollow Accident Cash" });
    await expect(dialog).toContainText(sentence);
    await expectAccessible(page);
    await screenshots(page, `end-${on.replaceAll("/", "-")}`);
    await page.getByRole("button", { name: `End it on ${on}` }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(`Ends on ${on}`, { exact: true })).toBeVisible();
  };
  const [first, next] = [monthEnd(0), monthEnd(1)];
  const pick = (label: string) => async () => await page.getByLabel(label).check();
  await end(pick(next), next, `Fernhollow Accident Cash covers 1 person until the end of ${next}`);
  await end(pick(first), first, `Fernhollow Accident Cash ends on ${first} instead of ${next}.`);
  const later = day(45);
  const type = async () => {
    await page.getByLabel("Another day").check();
    await page.getByRole("textbox", { name: "Last day" }).fill(later);
  };
  await end(type, later, `Fernhollow Accident Cash ends on ${later} instead of ${first}.`);
  await screenshots(page, "end-put-off");
  await expectNothingCovered(page);
  await page
    .getByRole("button", { name: /^Undo: / })
    .first()
    .click();
  await expect(page.getByText(`Ends on ${first}`, { exact: true })).toBeVisible();
  const rows = page.getByRole("table", { name: "Every change of this policy" }).getByRole("row");
  await expect(rows.filter({ hasText: `Last day ${later}` })).toContainText(`Taken back on ${day(0)}`);
  await expect(rows.filter({ hasText: `Coverage was to end on ${next}` })).toHaveCount(1);
  await page
    .getByRole("button", { name: /^Undo: / })
    .first()
    .click();
  await expect(page.getByText(`Ends on ${next}`, { exact: true })).toBeVisible();
  await page
    .getByRole("button", { name: /^Undo: / })
    .first()
    .click();
  await expect(page.getByText(/^Ends on/)).toHaveCount(0);
  await expectAccessible(page);
  await screenshots(page, "end-undone");
});

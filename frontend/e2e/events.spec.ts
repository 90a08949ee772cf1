import type { Browser, Page } from "@playwright/test";
import { HOUSEHOLDS, PAIRS, type Visit } from "./events/visits";
import { WORDS } from "./events/words";
import { expectAccessible } from "./harness/axe";
import { expectNothingCovered, PHONE } from "./harness/covered";
import { businessDay, day, writeDay } from "./harness/days";
import { readLetter } from "./harness/letters";
import { openOffice, signedIn } from "./harness/people";
import { screenshots } from "./harness/screenshots";
import { Server } from "./harness/server";
import { AT_LENGTH, expect, test } from "./harness/test";

/** What the journeys of a pair share: other journeys begin from what these people have. */
let store: Server;
let renewal: Promise<void> | undefined;

/** A person's window, and how pictures of it are named. */
interface Walk {
  page: Page;
  browser: Browser;
  visit: Visit;
  picture: (page: Page, name: string) => Promise<void>;
}

for (const [at, pair] of PAIRS.entries()) {
  test.describe(at === 0 ? "each in its own way" : "crossed", at === 0 ? {} : AT_LENGTH, () => {
    test.beforeAll(async ({ database }) => {
      test.setTimeout(720_000);
      renewal = undefined;
      store = await Server.start(database);
    });
    test.afterAll(async () => await store?.stop());
    for (const visit of pair) walkInEvery(visit);
  });
}

function walkInEvery(visit: Visit): void {
  const { brand, language, size } = visit;
  test.describe(`${brand}, ${language}, ${size.width} px`, () => {
    test.use({ viewport: size, locale: `${language}-US` });
    const walks = {
      "a member moves; the rep, staff and a letter have the new address until it is undone": move,
      "a birth of six weeks ago says what the months since cost, to the member, the rep and in a letter":
        bear,
      "staff take a child off and cover her again; the member sees both stays": comeBack,
      "a plan isn't continued: its member answers, the rep and staff read the answer": discontinue,
      "a death is reported; staff record it, write to the family, and take it back": die,
    };
    for (const [title, walk] of Object.entries(walks)) {
      test(title, async ({ page, browser }) => {
        const picture = (window: Page, name: string) => screenshots(window, `${brand}-${language}-${name}`);
        await walk({ page, browser, visit, picture });
      });
    }
  });
}

/** Opens the page of a client as the member's rep. */
async function openClient({ browser, visit }: Walk, name: string): Promise<Page> {
  const words = WORDS[visit.language];
  const rep = await (await browser.newContext()).newPage();
  await signedIn(rep, store, "rep", "/book-of-business", visit.brand);
  await rep.getByLabel(words.search).fill(name);
  await rep.getByRole("link", { name }).first().click();
  await expect(rep.getByRole("heading", { level: 1, name })).toBeVisible();
  return rep;
}

/** Staff read the newest letter of a kind: its sentences, and that it is of this brand. */
async function expectLetter(
  office: Page,
  { visit }: Walk,
  kind: string,
  member: string,
  sentences: readonly string[],
): Promise<void> {
  const letter = await readLetter(office, store, kind, member);
  for (const sentence of sentences) expect(letter).toContain(sentence);
  for (const [brand, { name }] of Object.entries(HOUSEHOLDS)) {
    if (brand === visit.brand) expect(letter).toContain(name);
    else expect(letter).not.toContain(name);
  }
}

async function move(walk: Walk): Promise<void> {
  const { page, browser, visit, picture } = walk;
  const words = WORDS[visit.language];
  const { member, letters } = HOUSEHOLDS[visit.brand];
  const next = page.getByRole("button", { name: words.next });
  await signedIn(page, store, member.account, "/coverage/change/what", visit.brand);
  await page.getByLabel(words.move, { exact: true }).check();
  await next.click();
  await page.getByLabel(words.street).fill("12 Alder Street");
  await page.getByLabel(words.zip).pressSequentially("43215");
  await next.click();
  await expect(page.getByText(words.required)).toBeVisible();
  await page.getByLabel(words.city, { exact: true }).fill("Columbus");
  await expectNothingCovered(page);
  await picture(page, "move-where");
  await next.click();
  await page.getByRole("textbox", { name: words.moved }).fill(day(-3));
  await picture(page, "move-day");
  await next.click();
  await expectAccessible(page);
  await picture(page, "move-price");
  await page.getByRole("button", { name: words.send }).click();
  await expect(page.getByRole("heading", { name: words.made })).toBeVisible();
  await picture(page, "move-made");

  const rep = await openClient(walk, `${member.first} ${member.last}`);
  await expect(rep.locator("main")).toContainText("Columbus, OH 43215");
  await expect(rep.locator("main")).not.toContainText(`${words.move}: `);
  await expectAccessible(rep);
  await picture(rep, "move-client");

  const office = await openOffice(browser, store, `/backoffice/members/member/${member.id}/change/`);
  await expect(office.locator("body")).toContainText("12 Alder Street, Columbus, OH 43215");
  await expectAccessible(office);
  await picture(office, "move-person");
  await expectLetter(office, walk, "change", `${member.first} ${member.last}`, [WORDS[letters].changed]);
  await picture(office, "move-letter");

  await page.getByRole("button", { name: words.undo }).click();
  await expect(page.getByRole("heading", { name: words.undone })).toBeVisible();
  await picture(page, "move-undone");
  await rep.reload();
  await expect(rep.locator("main")).toContainText("Dallas, TX 75201");
  await rep.context().close();
  await office.context().close();
}

async function bear(walk: Walk): Promise<void> {
  const { page, browser, visit, picture } = walk;
  const words = WORDS[visit.language];
  const { member, letters } = HOUSEHOLDS[visit.brand];
  const next = page.getByRole("button", { name: words.next });
  await signedIn(page, store, member.account, "/coverage/change/what", visit.brand);
  await page.getByLabel(words.birth, { exact: true }).check();
  await page.getByLabel(words.add).check();
  await next.click();
  await page.getByLabel(words.firstName).pressSequentially("Mateo");
  await page.getByLabel(words.lastName).pressSequentially(member.last);
  await picture(page, "birth-who");
  await next.click();
  await page.getByRole("textbox", { name: words.born }).fill(day(-45));
  await picture(page, "birth-day");
  await next.click();
  await expect(page.getByText(words.together)).toBeVisible();
  await expect(page.getByText(words.owed)).toBeVisible();
  await expectNothingCovered(page, 5);
  await expectAccessible(page);
  await picture(page, "birth-price");
  await page.getByRole("button", { name: words.send }).click();
  await expect(page.getByRole("heading", { name: words.made })).toBeVisible();
  await picture(page, "birth-made");

  const rep = await openClient(walk, `${member.first} ${member.last}`);
  await expect(rep.locator("main")).toContainText(words.joined("Mateo"));
  await expect(rep.locator("main")).toContainText("$71.21");
  await expectAccessible(rep);
  await picture(rep, "birth-client");
  const office = await openOffice(browser, store, "/backoffice/");
  await expectLetter(office, walk, "change", `${member.first} ${member.last}`, [
    WORDS[letters].joined("Mateo"),
    WORDS[letters].owed,
  ]);
  if (visit.brand === "planfront") await readAsGroup(walk, `${member.first}, Mateo`);
  await page.getByRole("button", { name: words.undo }).click();
  await expect(page.getByRole("heading", { name: words.undone })).toBeVisible();
  await rep.context().close();
  await office.context().close();
}

/** The employer of Planfront's member sees who is covered now, and for how much. */
async function readAsGroup({ browser, visit, picture }: Walk, covered: string): Promise<void> {
  const group = await (await browser.newContext()).newPage();
  await signedIn(group, store, "group", "/group-home/people?show=in_force", visit.brand);
  const row = group.getByRole("row", { name: /Maria Santos/ });
  await expect(row).toContainText(covered);
  await expect(row).toContainText("$71.21");
  await expectAccessible(group);
  await picture(group, "birth-group");
  await group.context().close();
}

/** Fills in a change on the page of a policy, previews and writes it. */
async function change(policy: Page, kind: string, fill: () => Promise<void>): Promise<void> {
  await policy.locator("summary", { hasText: "Change" }).click();
  await policy.getByRole("link", { name: kind, exact: true }).click();
  await fill();
  await policy.getByRole("button", { name: "Preview" }).click();
  await expect(policy.getByRole("heading", { name: "Before and after" })).toBeVisible();
  await policy.getByRole("button", { name: "Save this change" }).click();
}

const ACCIDENT = "Fernhollow Accident Cash";

async function comeBack({ page, browser, visit, picture }: Walk): Promise<void> {
  const words = WORDS[visit.language];
  const { family } = HOUSEHOLDS[visit.brand];
  const name = family.child.split(" ")[0] ?? "";
  const office = await openOffice(browser, store, `/backoffice/coverage/policy/?q=${family.policy}`);
  await office.getByRole("link", { name: family.policy }).click();
  const choose = async () => {
    const who = office.getByLabel("Who", { exact: true });
    const option = who.locator("option", { hasText: family.child });
    await who.selectOption((await option.getAttribute("value")) ?? "");
  };
  const cover = (from: string) => async () => {
    await choose();
    await office.getByLabel("From", { exact: true }).fill(from);
  };
  await change(office, "Add a person", cover(day(-58)));
  await change(office, "Remove a person", async () => {
    await choose();
    await office.getByLabel("First day without coverage").fill(day(-40));
  });
  await change(office, "Add a person", cover(day(-5)));
  await picture(office, "stays-policy");

  await signedIn(page, store, family.account, "/coverage", visit.brand);
  const force = page.getByRole("region", { name: words.inForce });
  await expect(force.getByRole("row", { name: new RegExp(ACCIDENT) })).toContainText(words.since(day(-5)));
  await expect(force).toContainText("$21.30");
  await picture(page, "stays-benefits");
  await page.getByRole("link", { name: words.history(ACCIDENT) }).click();
  const changes = page.getByRole("table", { name: words.changes });
  const rows = [
    [day(-5), words.joined(name), "$11.90$21.30"],
    [day(-40), words.left(name), "$21.30$11.90"],
    [day(-58), words.joined(name), "$11.90$21.30"],
  ];
  for (const [at, [from, what, prices]] of rows.entries()) {
    const row = changes.getByRole("row").nth(at + 1);
    await expect(row).toContainText(`${from}${what}`);
    await expect(row).toContainText(prices ?? "");
  }
  await expectAccessible(page);
  await picture(page, "stays");
  await office.context().close();
}

const ENDS = "Halden Dental PPO 1500";
const NEXT = "Halden Preventive Plus";
const OTHER = "Brightwater Choice Zero";
/** The last day of next month. */
const ENDS_ON = (() => {
  const today = businessDay();
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 2, 0));
})();
const [LAST, ANSWER_BY] = [writeDay(ENDS_ON), day(20)];
const FIRST = writeDay(new Date(ENDS_ON.getTime() + 86_400_000));

/** Staff make the run in which the plan isn't continued, and a second person agrees; once for all brands. */
async function run(browser: Browser): Promise<void> {
  const robin = await openOffice(browser, store, "/backoffice/coverage/renewalrun/add/");
  await robin.getByLabel("First day of the new year").fill(FIRST);
  await robin.getByLabel("Members can choose until").fill(ANSWER_BY);
  await robin.getByLabel("Written on").fill(day(25));
  await robin.getByLabel(`${ENDS} (Halden Dental)`).check();
  await robin.getByRole("button", { name: "Create this run" }).click();
  await robin.getByLabel("Plan that follows, row 1").selectOption({ label: NEXT });
  await robin.getByLabel("Also offered, row 1").selectOption({ label: OTHER });
  await robin.getByRole("button", { name: "Save the crosswalk" }).click();
  await robin.getByRole("button", { name: "Preview", exact: true }).click();
  await expect(robin.getByRole("heading", { name: "What changes" })).toBeVisible();
  await screenshots(robin, "discontinued-run");
  const kit = await openOffice(browser, store, new URL(robin.url()).pathname, "approver");
  await kit.getByRole("button", { name: "Approve this run" }).click();
  await expect(kit.getByText(/Approved\. Members can choose until/)).toBeVisible();
  await robin.context().close();
  await kit.context().close();
}

async function discontinue(walk: Walk): Promise<void> {
  const { page, browser, visit, picture } = walk;
  const words = WORDS[visit.language];
  const { member, letters } = HOUSEHOLDS[visit.brand];
  renewal ??= run(browser);
  await renewal;
  const rep = await openClient(walk, `${member.first} ${member.last}`);
  await expect(rep.locator("main")).toContainText(words.replaced(ENDS, NEXT));
  await expect(rep.locator("main")).toContainText(words.offered(FIRST, ANSWER_BY, NEXT));
  await expectAccessible(rep);
  await picture(rep, "discontinued-client");

  await signedIn(page, store, member.account, "/coverage", visit.brand);
  const review = page.getByRole("link", { name: words.review(ENDS) });
  await expect(review).toBeVisible();
  await picture(page, "discontinued-benefits");
  await review.click();
  await expect(page.getByRole("heading", { level: 1, name: words.ends(ENDS, LAST) })).toBeVisible();
  const offer = page.getByRole("article");
  await expect(offer).toContainText(words.takesPlace(NEXT, member.first, FIRST));
  for (const amount of ["$37.51", "$21.94", words.difference]) await expect(offer).toContainText(amount);
  const row = (name: string) => offer.getByRole("row", { name: new RegExp(`^${name}`) });
  await expect(row(words.maximum)).toContainText(`$1,500$1,000${words.worse}`);
  await expect(row(words.deductible)).toContainText(`$50 / $150$0${words.better}`);
  await expect(page.getByText(words.noAnswer)).toBeVisible();
  await expect(page.getByText(words.endsOn(LAST))).toBeVisible();
  await expectNothingCovered(page);
  await expectAccessible(page);
  await picture(page, "discontinued-offer");
  const toChoice = page.getByRole("button", { name: words.toChoice });
  if (visit.size === PHONE) await toChoice.click();
  else await expect(toChoice).toBeHidden();
  await page.getByLabel(words.another).check();
  await page.getByLabel(new RegExp(OTHER)).check();
  await picture(page, "discontinued-other");
  await page.getByRole("button", { name: words.change(OTHER) }).click();
  await expect(page.getByText(words.starts(OTHER, FIRST))).toBeVisible();
  await page.reload();
  await expect(page.getByText(words.starts(OTHER, FIRST))).toBeVisible();
  await expect(page.getByText(words.mindUntil(ANSWER_BY))).toBeVisible();
  await picture(page, "discontinued-answered");

  await rep.reload();
  await expect(rep.locator("main")).toContainText(words.replaced(ENDS, OTHER));
  await expect(rep.locator("main")).toContainText(words.chosen(OTHER, FIRST, day(0)));
  await picture(rep, "discontinued-client-after");
  const office = await openOffice(browser, store, "/backoffice/coverage/renewalrun/");
  await office.locator("#result_list tbody a").first().click();
  await office.getByRole("link", { name: /^Policies \d/ }).click();
  const answer = office.getByRole("row").filter({ hasText: member.policy });
  await expect(answer).toContainText(OTHER);
  await picture(office, "discontinued-answers");
  await expectLetter(office, walk, "discontinued", `${member.first} ${member.last}`, [
    WORDS[letters].ends(ENDS, LAST),
  ]);
  await picture(office, "discontinued-letter");
  await rep.context().close();
  await office.context().close();
}

const DIED = day(-3);

/** Goes to where the reporter tells of a death: an employer from the people of the group, a rep from the client. */
async function openReport(walk: Walk): Promise<Page> {
  const { page, visit } = walk;
  const words = WORDS[visit.language];
  const { dead } = HOUSEHOLDS[visit.brand];
  if (dead.reporter === "rep") {
    const rep = await openClient(walk, dead.name);
    await rep.getByRole("link", { name: words.clientChanged, exact: true }).click();
    await rep.getByRole("link", { name: words.death }).click();
    return rep;
  }
  await signedIn(page, store, "group", "/group-home/people?show=in_force", visit.brand);
  await page.getByRole("link", { name: words.somethingChanged(dead.name) }).click();
  await page.getByRole("link", { name: words.death }).click();
  return page;
}

async function reportDeath(walk: Walk): Promise<Page> {
  const { visit, picture } = walk;
  const words = WORDS[visit.language];
  const { dead, name: brandName } = HOUSEHOLDS[visit.brand];
  const reporter = await openReport(walk);
  await expect(reporter.getByRole("heading", { level: 1, name: words.death })).toBeVisible();
  await expect(reporter.getByText(words.endsNothing)).toBeVisible();
  await expectNothingCovered(reporter);
  await reporter.getByRole("button", { name: words.sendReport }).click();
  await expect(reporter.getByText(words.required)).toHaveCount(2);
  await reporter.getByLabel(words.whoDied).selectOption({ label: dead.name });
  await reporter.getByRole("textbox", { name: words.dayOfDeath }).fill(DIED);
  await reporter.getByLabel(words.reach).fill("Ana, 614-555-0177");
  await picture(reporter, "death-form");
  await reporter.getByRole("button", { name: words.sendReport }).click();
  await expect(reporter.getByText(words.waits(dead.first, brandName))).toBeVisible();
  await expect(reporter.getByText(words.reported(day(0)))).toBeVisible();
  await expectAccessible(reporter);
  await picture(reporter, "death-reported");
  return reporter;
}

/** Staff go from Today to the report, and from there to the page that records it. */
async function recordDeath({ browser, visit, picture }: Walk): Promise<Page> {
  const { dead } = HOUSEHOLDS[visit.brand];
  const robin = await openOffice(browser, store, "/backoffice/");
  const task = robin.getByRole("listitem").filter({ hasText: "Record a reported death" });
  await picture(robin, "death-today");
  await task.getByRole("link").first().click();
  await expect(robin.getByRole("heading", { name: `${dead.name}: Death of ${dead.first}` })).toBeVisible();
  await expectAccessible(robin);
  await picture(robin, "death-report");
  await robin.getByRole("link", { name: "Record the death" }).click();
  await expect(robin.getByLabel("Who died")).toHaveValue("self");
  await expect(robin.getByLabel("Day of death")).toHaveValue(DIED);
  await expect(robin.getByText("From the report: Ana, 614-555-0177")).toBeVisible();
  await robin.getByLabel("Proof").fill("Death certificate");
  await robin.getByRole("button", { name: "Preview" }).click();
  await expect(robin.getByRole("group", { name: "Preview" }).getByRole("listitem")).toHaveText([
    `Halden Group Dental 2000 (${dead.policy}-1014) ends, last day ${DIED}: $33.20 a month`,
    `Ostrander Vision Complete 130 (${dead.policy}-1102) ends, last day ${DIED}: $9.95 a month`,
  ]);
  await expectAccessible(robin);
  await picture(robin, "death-preview");
  await robin.getByRole("button", { name: "Record the death" }).click();
  await expect(
    robin.getByText("The death was recorded, and a letter to the family is on its way."),
  ).toBeVisible();
  return robin;
}

async function die(walk: Walk): Promise<void> {
  const { visit, picture } = walk;
  const words = WORDS[visit.language];
  const { dead, name: brandName } = HOUSEHOLDS[visit.brand];
  const reporter = await reportDeath(walk);
  const robin = await recordDeath(walk);
  const policy = robin.url();
  const ended = robin.getByRole("row", { name: /^Ended Death certificate/ });
  await expect(ended).toContainText(`Death on ${DIED}`);
  await expect(ended).toContainText("$33.20 → –");
  await expect(ended).not.toContainText("Agreed by");
  await expectAccessible(robin);
  await picture(robin, "death-policy");

  await reporter.reload();
  await expect(reporter.getByText(words.recorded(dead.first, brandName))).toBeVisible();
  await expectAccessible(reporter);
  await picture(reporter, "death-recorded");
  await expectLetter(robin, walk, "death", dead.name, [
    WORDS[dead.letters].afterDeath(dead.first),
    WORDS[dead.letters].toFamily(dead.name),
  ]);
  await picture(robin, "death-letter");

  await robin.goto(policy);
  await robin.locator("summary", { hasText: "Change" }).click();
  await robin.getByRole("link", { name: "Record a death" }).click();
  await robin.getByLabel("Reason for taking it back").fill("It was another person.");
  await picture(robin, "death-back");
  await robin.getByRole("button", { name: "Take this death back" }).click();
  await expect(robin.getByText("The death was taken back, and every policy is as before.")).toBeVisible();
  await picture(robin, "death-policy-after");
  await reporter.reload();
  await expect(reporter.getByText(words.sentBack(dead.first, brandName))).toBeVisible();
  await expect(reporter.getByText("It was another person.")).toBeVisible();
  await picture(reporter, "death-sent-back");
  await robin.goto(store.url("planfront", "/backoffice/letters/letter/?kind__exact=death"));
  await expect(robin.getByRole("row").filter({ hasText: dead.name })).toHaveCount(0);
  await robin.context().close();
  if (reporter !== walk.page) await reporter.context().close();
}

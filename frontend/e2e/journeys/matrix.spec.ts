import type { Page } from "@playwright/test";
import { type Profile, shopAs } from "../harness/profile";
import { ANSWERS, Shopper } from "../harness/shopper";
import { stepForm } from "../harness/step-form";
import { AT_LENGTH, expect, test } from "../harness/test";
import { keyboardStep } from "./keys";
import {
  addPerson,
  answerSpouse,
  CHILD,
  codeFromOutbox,
  fillAgreement,
  fillBilling,
  fillContact,
  fillPersonal,
  goOn,
  next,
  openStep,
  panelButton,
  SPOUSE,
  signAgain,
  type Tier,
} from "./support";

/**
 * Every tier for every kind of enrollment and everybody who may fill it in, in all the manners people have, in `./run
 * prove journeys`. In each run every kind of person and every manner has a journey of its own elsewhere.
 */
const TIERS: readonly Tier[] = ["IO", "IS", "IC", "IF"];
/** Next is pressed first; Back, Forward and refresh on every step; Next twice; nothing but the keyboard. */
const MANNERS = ["mistakes", "history", "double", "keyboard"] as const;
type Manner = (typeof MANNERS)[number];

type Signer = { name: string };
type Starts = Omit<Profile, "tier"> & { signer: Signer };

const password = "planfront-demo";
const [REP, GROUP, MEMBER] = ["rep", "group", "member"].map((who) => ({
  email: `${who}@demo.test`,
  password,
}));
const INDIVIDUAL = 1;
const ACME = { group: 101, portal: 2, type: "new-group-member" } as const;
const NEW = { zip: "75201", dob: "04/12/1985", signer: { name: "Dana Rivera" } };
const VISION = { id: 1101, name: "Claropoint Vision Essential" };
const TERM_LIFE = { id: 1403, name: "Tern Harbor KeyTerm 50" };

/** Members of the rep's book and of the group, one for each tier, so that nobody enrolls twice. */
const ON_RECORD = {
  rep: [
    [5011, "Jamal Whitfield"],
    [5012, "Rosa Iturbe"],
    [5009, "Dmitri Volkov"],
    [5008, "Helen Park"],
  ],
  group: [
    [5002, "Walter Nguyen"],
    [5003, "Priya Raman"],
    [5005, "Grace Okafor"],
    [5007, "Aisha Rahman"],
  ],
} as const;

function onRecord(process: "rep" | "group", tier: Tier): Starts {
  const [client, name] = ON_RECORD[process][TIERS.indexOf(tier)] ?? [0, ""];
  const signer = { name };
  return { process, rep: process === "rep" ? REP : GROUP, client, signer, type: "existing-member" };
}

const WHO: Record<string, (tier: Tier) => Starts> = {
  "a visitor, new member": () => ({ ...NEW, process: "applicant" }),
  "a visitor, new group member": () => ({ ...NEW, ...ACME, process: "applicant" }),
  "a rep, new member": () => ({ ...NEW, process: "rep", rep: REP, portal: INDIVIDUAL }),
  "a rep, new group member": () => ({ ...NEW, ...ACME, process: "rep", rep: REP }),
  "a rep, current member": (tier) => onRecord("rep", tier),
  "a group, new group member": () => ({ ...NEW, ...ACME, process: "group", rep: GROUP }),
  "a group, current member": (tier) => onRecord("group", tier),
  "a member, for oneself": () => ({
    process: "applicant",
    type: "existing-member",
    member: MEMBER,
    signer: { name: "Maria Santos" },
  }),
};

async function fillDependents(page: Page, tier: Tier, spouse: boolean): Promise<void> {
  if (tier === "IF") await answerSpouse(page, spouse ? "yes" : "no");
  if (tier === "IS" || (tier === "IF" && spouse)) await addPerson(page, "spouse", SPOUSE);
  if (tier !== "IS") await addPerson(page, "child", CHILD);
  if (tier === "IF" && !spouse) {
    await addPerson(page, "child", { ...CHILD, first: "Otis", ssn: "512440473", born: "02/11/2019" });
  }
}

async function fillBeneficiary(page: Page): Promise<void> {
  if (await next(page).isVisible()) return;
  await page.getByRole("button", { name: /Add Beneficiary|Agregar beneficiario/ }).click();
  for (const [name, value] of Object.entries({
    first_name: "Otis",
    last_name: "Rivera",
    birthdate: "09/02/1987",
    ssn: "512443386",
  })) {
    await page.locator(`#${name}`).fill(value);
  }
  await page.locator("#relationship").selectOption({ index: 1 });
  await page.getByRole("button", { name: /^(Submit|Enviar)$/ }).click();
  await expect(next(page)).toBeVisible();
}

class Walker {
  constructor(
    readonly page: Page,
    readonly shopper: Shopper,
    readonly tier: Tier,
    readonly manner: Manner,
    readonly withSpouse: boolean,
  ) {}

  async walk(): Promise<void> {
    const { page } = this;
    for (let step = 1; step <= 12 && !page.url().includes("receipt"); step++) {
      if (this.manner === "mistakes") await this.hurry();
      await this.answer();
      if (this.manner === "history" && step > 1) await this.wander();
      await this.goOn();
    }
  }

  private get slug(): string {
    return new URL(this.page.url()).pathname.split("/").at(-1) ?? "";
  }

  /** Next at once: it leads on only where all is answered, and names what is missing otherwise. */
  private async hurry(): Promise<void> {
    const { page, slug } = this;
    if (/dependent|beneficiary|review/.test(slug)) return;
    const alert = page.locator("main form").getByRole("alert");
    await expect(next(page)).toBeVisible();
    await next(page).click();
    await expect(async () => expect(this.slug !== slug || (await alert.count()) > 0).toBe(true)).toPass();
    if (this.slug !== slug) return await this.hurry();
    await expect(alert.getByRole("link").first()).toBeVisible();
  }

  private async answer(): Promise<void> {
    const { page, slug } = this;
    await expect(page.locator("main form")).toBeVisible();
    if (slug === "dependent-information") return await fillDependents(page, this.tier, this.withSpouse);
    if (slug === "beneficiary-info") return await fillBeneficiary(page);
    if (this.manner === "keyboard") await keyboardStep(page, ANSWERS);
    await this.shopper.answerStep();
  }

  /** Back and Forward in the browser, then a refresh: the same step, with what was answered (but no secrets). */
  private async wander(): Promise<void> {
    const { page, slug } = this;
    await page.goBack();
    await expect(page).not.toHaveURL(new RegExp(slug));
    await page.goForward();
    await expect(page).toHaveURL(new RegExp(slug));
    await page.reload();
    await expect(page).toHaveURL(new RegExp(slug));
    if (slug !== "dependent-information" && slug !== "beneficiary-info") await this.shopper.answerStep();
  }

  private async goOn(): Promise<void> {
    const { page, slug } = this;
    const form = await stepForm(page);
    const dialog = page.locator("dialog[open]");
    if (this.manner === "keyboard") {
      await next(page).focus();
      await page.keyboard.press("Enter");
    } else if (this.manner === "double") await next(page).dblclick();
    else await next(page).click();
    await expect(async () => {
      if (await dialog.isVisible()) await dialog.locator("button").last().click(); // a new price
      expect(this.slug).not.toBe(slug);
    }).toPass({ timeout: 30_000 });
    await form.left();
  }
}

const ROWS = Object.entries(WHO).flatMap(([who, starts]) => TIERS.map((tier) => ({ who, starts, tier })));
for (const [row, { who, starts, tier }] of ROWS.entries()) {
  const manner = MANNERS[(row + Math.floor(row / 4)) % 4] ?? "mistakes";
  const premier = row % 3 === 2;
  const language = row % 2 === 1 ? "es" : "en";
  const width = row % 4 < 2 ? 1280 : 390;
  const title = `${who}, ${tier}${premier ? ", premier" : ""}: ${manner}, ${language}, ${width} px`;
  test(title, AT_LENGTH, async ({ page, server }) => {
    test.slow();
    await page.setViewportSize({ width, height: 844 });
    const { signer, ...profile } = starts(tier);
    const plan = premier ? TERM_LIFE : VISION;
    await shopAs(page, server, {
      ...profile,
      tier,
      language,
      cart: [plan.id],
      checkedOut: true,
      more: { is_smoker: 0 },
      ...(premier ? { premier: plan.id } : {}),
    });
    const shopper = new Shopper(page, server, {
      brand: "planfront",
      signature: "type",
      plans: [plan],
      signer,
    });
    await openStep(page, "personal-info");
    await new Walker(page, shopper, tier, manner, row % 5 !== 0).walk();
    await shopper.receipt();
  });
}

test("a rep hands a family's premier plan over; the client corrects it, signs, says yes to a later change and signs again", {
  ...AT_LENGTH,
}, async ({ page, server, browser }) => {
  test.slow();
  await shopAs(page, server, {
    process: "rep",
    rep: REP,
    portal: INDIVIDUAL,
    zip: NEW.zip,
    tier: "IF",
    more: { is_smoker: 0 },
    cart: [TERM_LIFE.id],
    premier: TERM_LIFE.id,
    checkedOut: true,
  });
  await openStep(page, "personal-info");
  await fillPersonal(page);
  await goOn(page, "contact-info");
  await fillContact(page);
  await goOn(page, "beneficiary-info");
  await fillBeneficiary(page);
  await goOn(page, "dependent-information");
  await fillDependents(page, "IF", true);
  await goOn(page, "billing-information");
  await page.getByRole("button", { name: "Send to client" }).click();
  const dialog = page.getByRole("dialog");
  const address = `family.$Date.now()@mailbox.example`;
  await dialog.getByLabel("Client's email").fill(address);
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Waiting for your client")).toBeVisible();

  const code = await codeFromOutbox(page, server, address);
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const client = await phone.newPage();
  await client.goto(server.url("planfront", "/continue-enrollment?for=client"));
  await client.locator("#code").fill(code);
  await client.locator("#email").fill(address);
  await next(client).click();
  await client.waitForURL("**/enrollment/check");
  await client.getByRole("link", { name: "Edit Details, Dependent Info" }).click();
  await client.getByRole("button", { name: /^Edit.*Iris Castillo/ }).click();
  await client.locator("#birthdate").fill("06/21/2017");
  await panelButton(client, "submit").click();
  await expect(client.locator("main")).toContainText("06/21/2017");
  await next(client).click();
  await client.waitForURL("**/enrollment/check");
  await client.getByRole("button", { name: "Everything is right, continue" }).click();
  await fillBilling(client);
  await goOn(client, "agreement-signature");
  await fillAgreement(client, "type");
  await goOn(client, "review-confirm");

  await openStep(page, "dependent-information");
  await expect(page.locator("main")).toContainText("06/21/2017");
  await addPerson(page, "child", { first: "Otis", ssn: "512440473", born: "02/11/2019" });
  await next(page).click();
  await expect(page.getByText("1 change is waiting for approval.")).toBeVisible();

  const receipt = new Shopper(client, server, {
    brand: "planfront",
    signature: "type",
    plans: [TERM_LIFE],
  });
  await next(client).click();
  await expect(client.getByRole("alert")).toContainText("A proposed change is waiting for you.");
  await client.getByRole("button", { name: "Review it" }).click();
  await expect(client.getByRole("dialog")).toContainText("New: Otis Castillo (Child)");
  await client
    .getByRole("dialog")
    .getByRole("button", { name: /^Accept/ })
    .click();
  await expect(client.getByRole("heading", { name: /^Sign again: / })).toBeVisible();
  await signAgain(client);
  await next(client).click();
  await client.waitForURL("**/enrollment/receipt**");
  await receipt.receipt();
  await expect(client.locator("main")).toContainText("Member, spouse, 2 children");
  await phone.close();

  await page.goto(server.url("planfront", "/enrollment"));
  await page.waitForURL("**/enrollment/receipt**");
});

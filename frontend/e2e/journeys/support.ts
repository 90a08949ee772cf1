import { expect, type Page, type Request } from "@playwright/test";
import { proveSigner } from "../harness/outbox";
import { PLAIN } from "../harness/profile";
import { answerSecondApplication } from "../harness/second-application";
import type { BrandKey, Server } from "../harness/server";
import { stepForm } from "../harness/step-form";

export type Tier = "IO" | "IS" | "IC" | "IF";

export interface Shopper {
  brand?: BrandKey;
  tier?: Tier;
  plans?: number[];
  zip?: string;
  /** What age-rated plans ask about the family before they have a price. */
  family?: { dep_dob: string; no_of_children: string };
  /** What plans ask about the applicant before they have a price. */
  facts?: { is_smoker?: string; annual_income?: string; working_hours?: string };
  language?: "en" | "es";
  /** Who fills in; whoever is signed in keeps the quote. */
  process?: "applicant" | "rep";
}

/** Halden Dental PPO 1500 and a vision plan of the demo world. */
const PLANS = [1002, 1101];

/** A quote with plans in its cart, made by the same calls as the store's pages. Answers its enrollment id. */
export async function quote(page: Page, server: Server, shopper: Shopper = {}): Promise<string> {
  const { brand = "planfront", tier = "IO", plans = PLANS, zip = "43215", family, language = "en" } = shopper;
  const { facts, process = "applicant" } = shopper;
  await page.goto(server.url(brand, PLAIN));
  return await page.evaluate(
    async ({ tier, plans, zip, family, facts, language, process }) => {
      const session = await fetch("/api/v1/session", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: "{}",
      });
      const { token } = (await session.json()).data;
      const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
      const ask = async (path: string, body?: unknown, method = "POST") => {
        const init = body ? { method, headers, body: JSON.stringify(body) } : { headers };
        const answer = await (await fetch(`/api/v1/${path}`, init)).json();
        if (answer.status !== "success") throw new Error(`${path}: ${JSON.stringify(answer)}`);
        return answer.data;
      };
      const filter = await ask("add-filter-for-new-user", {
        zip,
        dob: "04/17/1989",
        gender: "1",
        tier,
        eprocess: process,
        type: "new-member",
        open_type: "",
      });
      const id: string = filter.temp_enrollment_id;
      if (facts) await ask(`change-filter-info/${id}`, facts, "PUT");
      for (const pid of plans) {
        if (family) await ask("store-temp-dependent-info", { enrollment_id: id, plan_id: pid, ...family });
        const priced = await ask(`get-plan-pricing-detail?pid=${pid}&enrollment_id=${id}`);
        const { plan_id, plan_pricing_id } = priced.plans[0];
        await ask("add-plan-to-cart", { enrollment_id: id, plan_id: plan_id ?? pid, plan_pricing_id });
      }
      const dates = await ask(`get-cart-effective-dates?enrollment_id=${id}`);
      await ask("cart-checkout", { enrollment_id: id, effective_date: dates.result[0] });
      localStorage.setItem("tempId", id);
      localStorage.setItem("eprocess", process);
      localStorage.setItem("enroll_type", "new-member");
      localStorage.setItem("language", language);
      return id;
    },
    { tier, plans, zip, family, facts, language, process },
  );
}

/** Opens a step by its address, on the brand's host the page is on. */
export async function openStep(page: Page, step: string): Promise<void> {
  await page.goto(new URL(`/enrollment/${step}`, page.url()).href);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("main form")).toBeVisible();
}

/** The one submit button of a step, whatever its language. */
export const next = (page: Page) => page.locator("main form button[type=submit]");

export async function goOn(page: Page, to: string): Promise<void> {
  const here = await stepForm(page);
  await next(page).click();
  await expect(page).toHaveURL(new RegExp(`/enrollment/${to}`));
  await here.left();
  await expect(page.locator("main form")).toBeVisible();
  if (to === "review-confirm") await answerSecondApplication(page);
}

/** Beside a step: its picture, what was typed, what is known of the store for the whole visit, and whether a slow store
 * still answers. */
const BESIDE = /save-(screenshot|draft)|lookup-zip-state|site-dynamic-information|healthz/;

/** Next, and the step after it from the answer of the one call that saves. */
export async function goOnInOneCall(page: Page, to: string, save: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  const calls: string[] = [];
  const note = (request: Request) => {
    const { pathname } = new URL(request.url());
    if (["fetch", "xhr"].includes(request.resourceType()) && !BESIDE.test(pathname)) calls.push(pathname);
  };
  page.on("request", note);
  await goOn(page, to);
  await page.waitForLoadState("networkidle");
  page.off("request", note);
  // Before the review only the picture of a change that came before reads it.
  const own = calls.filter((call) => to === "review-confirm" || !call.endsWith("get-review-summary"));
  expect(own, `calls from Next to ${to}`).toEqual([`/api/v1/${save}`]);
}

async function fillAll(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.locator(`#${name}`).fill(value);
}

/** Height and weight are asked only by some plans. */
async function fillMeasures(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = page.locator(`#${name}`);
    if ((await field.count()) > 0) await field.fill(value);
  }
}

export async function fillPersonal(page: Page): Promise<void> {
  await fillAll(page, { first_name: "Maren", last_name: "Castillo", ssn: "512-44-4821" });
  await page.locator("#marital_status").selectOption("1");
  await fillMeasures(page, { weight: "140", height_feet: "5", height_inch: "6" });
}

export async function fillContact(page: Page): Promise<void> {
  await fillAll(page, {
    email_address: "maren.castillo@mailbox.example",
    phone_number: "+1 614-555-0193",
    address1: "88 Lindenhall Ave",
    birth_city: "Las Cruces",
  });
  await page.locator("#birth_state").selectOption("NM");
}

export interface Person {
  first: string;
  born: string;
  ssn: string;
}

export const SPOUSE: Person = { first: "Jonah", born: "09/02/1987", ssn: "512443386" };
export const CHILD: Person = { first: "Iris", born: "05/21/2017", ssn: "512440472" };

export async function fillPerson(page: Page, person: Person): Promise<void> {
  await fillAll(page, {
    first_name: person.first,
    last_name: "Castillo",
    birthdate: person.born,
    ssn: person.ssn,
  });
  await fillMeasures(page, { weight: "60", height_feet: "4", height_inch: "2" });
  await page.locator("label:has(input[name=gender])").first().click();
}

export const panel = (page: Page) => page.locator("section[aria-labelledby=dependent-panel]");

/** Cancel and Submit, in this order. */
export const panelButton = (page: Page, which: "cancel" | "submit") =>
  panel(page)
    .locator("button")
    .nth(which === "cancel" ? -2 : -1);

export async function answerSpouse(page: Page, choice: "yes" | "no"): Promise<void> {
  await page.locator("#spouse-choice").selectOption(choice);
  await page.locator("section:has(#spouse-choice) button").click();
  await expect(page.locator("#spouse-choice")).toHaveCount(0);
}

/** Keeps answers of the server waiting until the returned function is called; it returns once they have arrived. */
export async function holdBack(page: Page, url: string): Promise<() => Promise<void>> {
  let open = () => {};
  const gate = new Promise<void>((done) => {
    open = done;
  });
  await page.route(url, async (route) => {
    await gate;
    await route.continue();
  });
  return async () => {
    const arrived = page.waitForResponse(url);
    open();
    await (await arrived).finished();
    await page.unroute(url);
  };
}

const addButtons = (page: Page) => page.locator("button[aria-describedby=add-why]");

/** The last button adds a child, in every tier that has children. */
export async function openPanel(page: Page, relationship: "spouse" | "child"): Promise<void> {
  const buttons = addButtons(page);
  await (relationship === "spouse" ? buttons.first() : buttons.last()).click();
  await expect(panel(page)).toBeVisible();
}

export async function addPerson(page: Page, relationship: "spouse" | "child", person: Person): Promise<void> {
  await openPanel(page, relationship);
  await fillPerson(page, person);
  await panelButton(page, "submit").click();
  await expect(panel(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { name: `${person.first} Castillo` })).toBeVisible();
}

/** A new price is shown before it counts; takes it when it is asked. */
export async function acceptNewPrice(page: Page, to: string): Promise<void> {
  const dialog = page.locator("dialog[open]");
  await next(page).click();
  await expect(page.locator("main").or(dialog).first()).toBeVisible();
  await page.waitForFunction(
    (step) => location.pathname.endsWith(step) || document.querySelector("dialog[open]"),
    to,
  );
  if ((await dialog.count()) > 0) await dialog.locator("button").last().click();
  await expect(page).toHaveURL(new RegExp(to));
  await expect(page.locator("#account_name")).toBeVisible();
}

export async function fillBilling(page: Page): Promise<void> {
  await fillAll(page, { account_name: "Maren Castillo", routing_number: "110000000" });
  await page.locator("#account_number").fill("000123457710");
  await expect(page.locator("#bank_name")).toHaveValue("HARBORLIGHT BANK");
  await page.locator("label:has(input[name=account_type])").first().click();
  await page.locator("label:has(input[name=account_holder_type])").first().click();
}

export async function draw(page: Page): Promise<void> {
  const canvas = page.locator("canvas");
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (!box) throw new Error("no place to sign");
  await page.mouse.move(box.x + 60, box.y + 90);
  await page.mouse.down();
  for (let step = 1; step <= 24; step++) {
    await page.mouse.move(box.x + 60 + step * 8, box.y + 90 + 24 * Math.sin(step / 2));
  }
  await page.mouse.up();
}

export async function fillAgreement(page: Page, how: "draw" | "type" = "draw"): Promise<void> {
  const ticks = page.locator("main form input[type=checkbox]");
  await expect(ticks.first()).toBeVisible();
  for (const tick of await ticks.all()) await tick.check();
  await proveSigner(page);
  if (how === "draw") return draw(page);
  await page.locator("label:has(input[value=type])").click();
  await page.locator("#typed_name").fill("maren castillo");
}

/** The short act on the review after something changed: what reads differently, one signature, one press. */
export async function signAgain(page: Page, how: "draw" | "type" = "type", name = "maren castillo") {
  const card = page.locator("#sign");
  await expect(card.locator("canvas")).toBeVisible();
  for (const tick of await card.locator("input[type=checkbox]").all()) await tick.check();
  await proveSigner(page);
  if (how === "draw") await draw(page);
  else {
    await card.locator("label:has(input[value=type])").click();
    await card.locator("#typed_name").fill(name);
  }
  await card.locator("button[data-tone=primary]").click();
  await expect(card.getByRole("heading", { name: /^(Signed by|Firmado por)/ })).toBeFocused();
  await answerSecondApplication(page);
}

/** From the first step to the review, without looking left or right. */
export async function walkToReview(page: Page, tier: Tier = "IO", child: Person = CHILD): Promise<void> {
  await openStep(page, "personal-info");
  await fillPersonal(page);
  await goOn(page, "contact-info");
  await fillContact(page);
  if (tier === "IO") await goOn(page, "billing-information");
  else {
    await goOn(page, "dependent-information");
    if (tier === "IF") await answerSpouse(page, "yes");
    if (tier !== "IC") await addPerson(page, "spouse", SPOUSE);
    if (tier !== "IS") await addPerson(page, "child", child);
    await acceptNewPrice(page, "billing-information");
  }
  await fillBilling(page);
  await goOn(page, "agreement-signature");
  await fillAgreement(page);
  await goOn(page, "review-confirm");
}

/** The mistakes a step shows: the summary's links, and the text under each field they lead to. */
export async function expectMistakes(
  page: Page,
  mistakes: [id: string, label: string, message: string][],
): Promise<void> {
  const summary = page.locator("main form").getByRole("alert");
  await expect(summary).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  const wanted = mistakes.map(([, label, message]) => `${label}: ${message}`);
  await expect(summary.getByRole("link")).toHaveText(wanted);
  for (const [id, , message] of mistakes) {
    await expect(page.locator(`[id="${id}-error"]`)).toContainText(message);
  }
}

/** The text of the last mail to an address: it waits in the outbox of the back office. */
export async function mailFromOutbox(page: Page, server: Server, address: string): Promise<string> {
  const office = await page.context().browser()?.newContext();
  if (!office) throw new Error("no browser");
  const desk = await office.newPage();
  await desk.goto(server.url("planfront", "/backoffice/login/"));
  await desk.locator("input[name=username]").fill("admin@demo.test");
  await desk.locator("input[name=password]").fill("planfront-demo");
  await desk.locator("input[name=password]").press("Enter");
  await desk.waitForURL((url) => !url.pathname.includes("login"));
  await desk.goto(server.url("planfront", "/backoffice/messaging/outboundemail/"));
  await desk.locator("#find input[name=find]").fill(address);
  await desk.locator("#find input[name=find]").press("Enter");
  await desk.waitForURL(/\/outboundemail\/\?found=/);
  await desk.locator("#result_list tbody a").first().click();
  const text = await desk.locator("pre").textContent();
  await office.close();
  return text ?? "";
}

export async function codeFromOutbox(page: Page, server: Server, address: string): Promise<string> {
  const text = await mailFromOutbox(page, server, address);
  const code = /\b[A-HJ-NP-Z2-9]{10}\b/.exec(text)?.[0];
  if (!code) throw new Error(`no code in: ${text}`);
  return code;
}

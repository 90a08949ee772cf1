import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { showAllPlans } from "./listing";
import { proveSigner } from "./outbox";
import { screenshots } from "./screenshots";
import { answerSecondApplication } from "./second-application";
import type { BrandKey, Server } from "./server";
import { stepForm } from "./step-form";

/** Plans of the demo world that are sold and priced in all five of its ZIP codes. */
export const DENTAL = { id: 1002, name: "Halden Dental PPO 1500" };
export const VISION = { id: 1102, name: "Ostrander Vision Complete 130" };

/** What the applicant answers, by field. Only empty fields are filled: the rest the store knows already. */
export const ANSWERS: Record<string, string> = {
  first_name: "Dana",
  last_name: "Rivera",
  birthdate: "04/12/1985",
  ssn: "412345678",
  email_address: "dana@mailbox.example",
  phone_number: "2145550142",
  address1: "100 Main Street",
  zip: "75201",
  city: "Dallas",
  birth_city: "Austin",
  account_name: "Dana Rivera",
  routing_number: "110000000",
  bank_name: "Harborlight Bank",
  account_number: "000123456789",
};

export const PATHS = {
  personal: "/enrollment/personal-info",
  contact: "/enrollment/contact-info",
  billing: "/enrollment/billing-information",
  agreement: "/enrollment/agreement-signature",
  review: "/enrollment/review-confirm",
} as const;

/** The drawing over each brand's receipt: what its home page began with, or a receipt. */
const THANKS: Record<BrandKey, string> = {
  planfront: "receipt.svg#art",
  juniper: "receipt.svg#art",
  brightsmile: "face.svg#face",
  copperline: "street.svg#street",
};

export interface Style {
  brand: BrandKey;
  signature: "draw" | "type";
  /** Press Next again when nothing happens. */
  patient?: boolean;
  /** What is bought, where it isn't the dental and the vision plan. */
  plans?: readonly { id: number; name: string }[];
  /** Who signs, where it isn't the applicant of the answers above. */
  signer?: { name: string };
  /** Where the mailed code comes from, where it isn't the outbox of the demo's back office. */
  mailedCode?: () => Promise<string>;
  /** Done on every page once it is complete, before going on. */
  atEach?: (page: Page, name: string) => Promise<void>;
}

/** A person at one browser page, from the home page's four questions to the receipt. Finds its way in any language. */
export class Shopper {
  constructor(
    readonly page: Page,
    readonly server: Pick<Server, "url">,
    readonly style: Style,
  ) {}

  async buy(): Promise<string> {
    await this.quote();
    await this.fillCart();
    await this.checkOut();
    return await this.enroll();
  }

  /** Home page: ZIP, gender, tier and date of birth, then the listing. */
  async quote(): Promise<void> {
    const { page } = this;
    await page.goto(this.server.url(this.style.brand));
    await this.pause("home");
    await page.locator("#banner-zip").fill("75201");
    await page.locator("#banner-gender").selectOption({ index: 1 });
    await page.locator("#banner-tier").selectOption("IO");
    await page.locator("#banner-dob").fill("04/12/1985");
    await page.locator("form:has(#banner-zip) button[type=submit]").click();
    await page.waitForURL("**/plans**");
    await showAllPlans(page);
    await expect(page.getByRole("button", { name: DENTAL.name })).toBeVisible();
    await this.pause("plans");
  }

  /** Every plan from the listing, then the cart. */
  async pickFromListing(): Promise<void> {
    const { page } = this;
    await page.waitForURL(/\/plans$/);
    await showAllPlans(page);
    for (const plan of this.style.plans ?? [DENTAL, VISION]) {
      await page.locator("main").getByRole("button", { name: plan.name }).first().click();
      await expect(page.locator('main a[href$="/cart"]').filter({ hasText: plan.name })).toBeVisible();
    }
    await page.goto(this.server.url(this.style.brand, "/cart"));
  }

  /** One plan from the listing, one from its own page. */
  async fillCart(): Promise<void> {
    const { page } = this;
    await page.getByRole("button", { name: DENTAL.name }).click();
    await expect(page.locator('main a[href$="/cart"]').filter({ hasText: DENTAL.name })).toBeVisible();
    await page.locator(`main a[href*="/plan/${VISION.id}/"]`).last().click();
    await page.waitForURL(`**/plan/${VISION.id}/**`);
    const add = page
      .getByRole("button", { name: /^(Add to Cart|Agregar al carrito)$/i })
      .filter({ visible: true })
      .last(); // a phone also has a bar at the bottom
    await expect(add).toBeVisible();
    await this.pause("plan");
    await add.click();
    await page.waitForURL("**/cart");
    await expect(page.getByRole("heading", { name: VISION.name })).toBeVisible();
    await expect(page.getByRole("heading", { name: DENTAL.name })).toBeVisible();
    await this.pause("cart");
  }

  async checkOut(): Promise<void> {
    const { page } = this;
    if (this.style.patient) await this.loaded();
    await page.getByRole("button", { name: /Proceed to Enrollment|Continuar con la inscripción/i }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await this.pause("cart-confirmation");
    await dialog.getByRole("button").last().click();
    await page.waitForURL("**/enrollment/before-you-start");
    await expect(
      page.getByRole("heading", { level: 2, name: /^(What we ask|Qué preguntamos)/ }),
    ).toBeVisible();
    await this.pause("before-you-start");
    await page
      .getByRole("link", { name: /^(Begin|Comenzar)$/ })
      .filter({ visible: true })
      .click();
    await page.waitForURL(`**${PATHS.personal}`);
  }

  /** What could not be loaded while the server was away says so; the visitor presses its button. */
  private async loaded(): Promise<void> {
    const again = this.page.getByRole("button", { name: /^(Try again|Intentar de nuevo)$/ });
    await expect(async () => {
      await this.page.waitForLoadState("networkidle");
      if (await again.first().isVisible()) await again.first().click();
      await expect(again).toHaveCount(0, { timeout: 3_000 });
    }).toPass({ timeout: 60_000 });
  }

  /** Every step of the application, as many as the server asks for. Returns the confirmation number. */
  async enroll(): Promise<string> {
    const { page } = this;
    for (let step = 1; step <= 12; step++) {
      if (page.url().includes("receipt")) return await this.receipt();
      await this.answerStep();
      const here = page.url();
      await this.pause(new URL(here).pathname.split("/").at(-1) ?? "step");
      await this.goOn(here);
    }
    throw new Error(`No receipt after twelve steps, but ${page.url()}`);
  }

  /** Presses Next until it leads on: a call that met a dead server is simply made again by the visitor. */
  private async goOn(here: string): Promise<void> {
    const form = await stepForm(this.page);
    await expect(async () => {
      if (this.page.url() === here) await this.next().click();
      await expect(this.page).not.toHaveURL(here, { timeout: 10_000 });
    }).toPass({ timeout: this.style.patient ? 90_000 : 30_000 });
    await form.left();
  }

  next() {
    return this.page.locator("main form button[type=submit]");
  }

  /** Fills what is still empty on this step. */
  async answerStep(): Promise<void> {
    const { page } = this;
    if (this.style.patient) await this.loaded();
    await expect(this.next()).toBeVisible();
    for (const [field, answer] of Object.entries(ANSWERS)) await this.fill(field, answer);
    await this.chooseFirst("marital_status");
    await this.chooseFirst("birth_state");
    await this.pickUnanswered();
    if (page.url().endsWith(PATHS.agreement)) await this.sign();
    if (page.url().endsWith(PATHS.review)) await answerSecondApplication(page);
  }

  private async fill(field: string, answer: string): Promise<void> {
    const input = this.page.locator(`main input#${field}`);
    // A panel that closes as we look takes its fields with it.
    const editable = input.isEditable({ timeout: 2000 }).catch(() => false);
    if (!(await input.isVisible()) || !(await editable)) return;
    if ((await input.inputValue()) === "") await input.fill(answer);
  }

  private async chooseFirst(field: string): Promise<void> {
    const select = this.page.locator(`main select#${field}`);
    if ((await select.isVisible()) && (await select.inputValue()) === "")
      await select.selectOption({ index: 1 });
  }

  /** The first choice of every group of radio buttons without one. */
  private async pickUnanswered(): Promise<void> {
    const names = await this.page.locator("main form input[type=radio]").evaluateAll((radios) => {
      const inputs = radios as HTMLInputElement[];
      const answered = new Set(inputs.filter((radio) => radio.checked).map((radio) => radio.name));
      return [...new Set(inputs.map((radio) => radio.name))].filter((name) => !answered.has(name));
    });
    for (const name of names) {
      await this.page.locator(`main form input[type=radio][name="${name}"]`).first().check();
    }
  }

  private async sign(): Promise<void> {
    const { page } = this;
    const ticks = page.locator('main form input[type=checkbox][id^="accepted"]');
    await expect(ticks.first()).toBeVisible();
    for (const tick of await ticks.all()) await tick.check();
    const { mailedCode } = this.style;
    if (mailedCode) await page.locator("#verification_code").fill(await mailedCode());
    else await proveSigner(page);
    const { name } = this.style.signer ?? { name: "Dana Rivera" };
    await this.fill("user_name", name);
    await page.locator(`input[name=signature_kind][value=${this.style.signature}]`).check();
    // Reps and group administrators sign in their own name.
    const own = page.locator("#agent_name, #group_name");
    const signer = (await own.count()) > 0 ? await own.inputValue() : name;
    if (this.style.signature === "type") await page.locator("#typed_name").fill(signer);
    else await this.draw();
  }

  private async draw(): Promise<void> {
    const { page } = this;
    const canvas = page.locator("main canvas");
    await canvas.scrollIntoViewIfNeeded();
    const box = await canvas.boundingBox();
    if (!box) throw new Error("There is nothing to sign on");
    await expect(async () => {
      await page.mouse.move(box.x + 40, box.y + box.height / 2);
      await page.mouse.down();
      for (let x = 50; x < 200; x += 10) {
        await page.mouse.move(box.x + x, box.y + box.height / 2 + 20 * Math.sin(x / 12), { steps: 2 });
      }
      await page.mouse.up();
      const strokes = await canvas.evaluate((element) => {
        const { data } = (element as HTMLCanvasElement).getContext("2d")?.getImageData(0, 0, 400, 200) ?? {
          data: [],
        };
        return [...data].some((value, index) => index % 4 === 0 && value < 128);
      });
      expect(strokes).toBe(true);
    }).toPass({ timeout: 10_000 });
  }

  async receipt(): Promise<string> {
    const { page } = this;
    const heading = page.getByText(/^(Confirmation #|Confirmación n\.º|Número de confirmación)/);
    await expect(heading.first()).toBeVisible();
    await expect(page.locator(`main use[href$='/${THANKS[this.style.brand]}']`)).toBeAttached();
    await this.pause("receipt");
    if (this.style.patient) await this.loaded();
    for (const { name } of this.style.plans ?? [DENTAL, VISION]) {
      await expect(page.locator("main")).toContainText(name);
    }
    return (await heading.first().textContent()) ?? "";
  }

  private async pause(name: string): Promise<void> {
    await expect(this.page.locator("h1")).toBeVisible();
    await this.style.atEach?.(this.page, name);
  }
}

/** For `atEach`: axe, and pictures for people when SCREENSHOTS is set. */
export function inspected(prefix: string): (page: Page, name: string) => Promise<void> {
  return async (page, name) => {
    await expectAccessible(page);
    await screenshots(page, `${prefix}-${name}`);
  };
}

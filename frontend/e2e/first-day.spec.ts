import { createHmac } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { EmptyMachine } from "./harness/empty-store";
import { readGuide, type Step } from "./harness/guide";
import { ROOT } from "./harness/server";
import { ANSWERS, Shopper } from "./harness/shopper";
import { test as base, expect } from "./harness/test";

const OFFICE = "office.example.com";
const STORE = "larkspur.example.com";

/** The demo world isn't needed: the store of this journey begins empty. */
const test = base.extend({
  baseURL: undefined,
});

/** A person at the back office, who does what a step says: whatever is pressed stands in it, in italics. */
class Clerk {
  constructor(
    readonly page: Page,
    private readonly machine: EmptyMachine,
  ) {}

  async signIn(step: Step, email: string, password: string): Promise<void> {
    await this.page.goto(this.machine.url(OFFICE, "/backoffice/"));
    await this.field("Email").fill(email);
    await this.field("Password").fill(password);
    await this.field("Password").press("Enter");
    const key = await this.page
      .locator("code")
      .filter({ hasText: /^[A-Z2-7]{32}$/ })
      .textContent();
    await this.field("Code").fill(codeOfApp(key ?? ""));
    await this.press(step, "Continue");
    await this.press(step, "I saved them. Continue");
    await expect(
      this.page.getByRole("heading", { name: /^Good (morning|afternoon|evening), / }),
    ).toBeVisible();
  }

  field(label: string) {
    return this.page.getByLabel(new RegExp(`^\\s*${label}(?: \\(optional\\))?\\s*\\*?\\s*$`)).first();
  }

  async press(step: Step, name: string): Promise<void> {
    expect(step.text).toContain(`*${name}*`);
    const link = this.page.getByRole("link", { name, exact: true });
    await link
      .or(this.page.getByRole("button", { name, exact: true }))
      .filter({ visible: true }) // pages of the side bar that are folded away have such names, too
      .first()
      .click();
  }

  /** What a step begins with: a button of the first steps. */
  async beginAt(step: Step, name: string): Promise<void> {
    await this.page.goto(this.machine.url(OFFICE, "/backoffice/"));
    await this.page
      .getByRole("link", { name: /^First steps/ })
      .first()
      .click();
    await this.press(step, name);
  }

  async fillIn(table: string[][]): Promise<void> {
    for (const [label = "", text = ""] of table) await this.field(label).fill(this.machine.named(text));
  }

  /** Uploads a file of rows, in the columns of the page's template where it has one, and awaits the review. */
  async upload(name: string, [headings = [], ...rows]: string[][], options: string[][] = []): Promise<void> {
    const path = join(this.machine.folder, name);
    const template = this.page.getByRole("link", { name, exact: true });
    let columns = headings;
    if (options.length === 0) {
      const download = this.page.waitForEvent("download");
      await template.click();
      columns = splitRow(readFileSync(await (await download).path(), "utf8").replace("\uFEFF", ""));
      expect(columns).toEqual(expect.arrayContaining(headings));
    }
    const lines = rows.map((row) => columns.map((column) => row[headings.indexOf(column)] ?? ""));
    writeFileSync(path, [columns, ...lines].map((line) => line.join(",")).join("\n"));
    await this.page.getByLabel("File", { exact: true }).setInputFiles(path);
    await this.fillIn(options);
    await this.page.getByRole("button", { name: "Upload and read" }).click();
    await expect(this.page.getByText("Ready for review")).toBeVisible({ timeout: 60_000 });
  }

  /** Approves the file that waits, by the words of the step that explains it. */
  async approve(step: Step, file: string): Promise<void> {
    await this.page.goto(this.machine.url(OFFICE, "/backoffice/"));
    await expect(this.page.getByText(`Approve ${file}`)).toBeVisible();
    expect(step.text).toContain("*Review*");
    await this.page
      .getByRole("link", { name: /^Review/ })
      .first()
      .click();
    await this.press(step, "Approve…");
    await this.press(step, "Approve");
    expect(step.text).toContain("This import is live.");
    await expect(this.page.getByText("This import is live.")).toBeVisible({ timeout: 60_000 });
  }
}

test("a store begins empty and is a working agency by the end of its first day", async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000); // without a migrated database to copy, the first start makes one
  const steps = readGuide(join(ROOT, "docs/first-day.md"));
  const machine = await EmptyMachine.find();
  const ada = new Clerk(page, machine);
  const ben = new Clerk(await (await browser.newContext()).newPage(), machine);
  const [rates] = steps.filter(({ title }) => title === "Their rates");
  if (!rates) throw new Error("no step of rates");

  const acts: Record<string, (step: Step) => Promise<void>> = {
    "Start the store": async ({ commands: [settings = "", start = ""] }) => {
      await machine.writeSettings(settings);
      expect(await machine.start(start)).toContain("Planfront is ready");
    },
    "Two accounts": async (step) => {
      const said = await machine.run(step.commands[0] ?? "");
      for (const [clerk, name] of [
        [ada, "Ada"],
        [ben, "Ben"],
      ] as const) {
        const password = new RegExp(`^${name}: (.+)$`, "m").exec(said)?.[1] ?? "";
        await clerk.signIn(step, `${name.toLowerCase()}@example.com`, password);
      }
    },
    "A brand": async (step) => {
      await ada.beginAt(step, "Open a brand");
      await ada.fillIn(step.table);
      await ada.press(step, "Open the brand");
      await expect(page.getByText("Larkspur Benefits is open to staff.")).toBeVisible();
    },
    "An insurer": async (step) => {
      await ada.beginAt(step, "Add an insurer");
      await ada.fillIn(step.table);
      await ada.press(step, "Save");
      await expect(page.getByRole("link", { name: "Ostrander Mutual" }).first()).toBeVisible();
    },
    "Two plans": async (step) => {
      for (const [name = "", category = "", code = ""] of step.table) {
        if (name === step.table[0]?.[0]) await ada.beginAt(step, "Add a plan");
        else {
          await page.getByRole("link", { name: "Plans", exact: true }).first().click();
          await page.locator("a[href$='/catalog/plan/add/']").first().click();
        }
        await ada.fillIn([
          ["Name", name],
          ["The insurer's code", code],
        ]);
        await ada.field("Insurer").selectOption("Ostrander Mutual");
        await ada.field("Category").selectOption(category);
        await ada.press(step, "Offers");
        await page.getByText("Add another plan offer").click();
        await page.locator("[name=offers-0-eff_from]").fill("2026-01-01");
        await page.locator("[name=offers-0-states]").fill("OH");
        await ada.press(step, "Save");
        await expect(page.getByRole("link", { name, exact: true }).first()).toBeVisible();
      }
    },
    "Their rates": async (step) => {
      await ada.beginAt(step, "Upload rates");
      await ada.upload("rates.csv", step.file, [["First day", "01/01/2026"]]);
      await ben.approve(rates, "rates.csv");
    },
    "Open the store": async (step) => {
      const start = async () => {
        await page.getByRole("link", { name: "Brands", exact: true }).first().click();
        await ada.press(step, "Larkspur Benefits");
        await ada.press(step, "Start");
      };
      await start();
      await ada.press(step, "Hours when someone answers the phone");
      await ada.field("Support hours").fill("Mon-Fri 9am-5pm ET");
      await ada.press(step, "Save");
      await start();
      await ada.press(step, "Publish Larkspur Benefits");
      await expect(page.getByText("Larkspur Benefits is public")).toBeVisible();
    },
    "Five reps": async (step) => {
      await ada.beginAt(step, "Reps");
      await ada.upload("reps.csv", step.file);
      await ben.approve(rates, "reps.csv");
    },
    "Three groups": async (step) => {
      await ada.beginAt(step, "Groups");
      await ada.upload("groups.csv", step.file);
      await ben.approve(rates, "groups.csv");
    },
    "Members and their policies": async (step) => {
      const book = writeBook(step.file);
      await ada.beginAt(step, "Policies in force");
      await ada.upload("policies.csv", book.file);
      for (const [what, sum] of book.sums) {
        await expect(page.getByRole("row").filter({ hasText: what })).toContainText(sum);
      }
      await ben.approve(rates, "policies.csv");
      await ada.beginAt(step, "Policies in force");
      await ada.upload("policies.csv", book.file);
      await expect(page.getByText("Nothing would change.")).toBeVisible();
      await expect(page.locator(".imports-counts")).toHaveText(/new\s*0\s*unchanged\s*800/);
    },
    "The first sale": async () => {
      const visitor = await (await browser.newContext()).newPage();
      const url = (_brand: unknown, path = "/") => machine.url(STORE, path);
      const shopper = new Shopper(
        visitor,
        { url },
        {
          brand: "planfront",
          signature: "type",
          plans: [
            { id: 1, name: "Ostrander Dental 1500" },
            { id: 2, name: "Ostrander Vision" },
          ],
          // No directory of banks comes with the store.
          atEach: async (_page, name) => {
            if (name === "billing-information") await visitor.locator("#bank_name").fill("Harborlight Bank");
          },
          mailedCode: () => machine.signingCode(ANSWERS.email_address ?? ""),
        },
      );
      await visitor.goto(machine.url(STORE));
      await visitor.locator("#banner-zip").fill("43215");
      await visitor.locator("#banner-gender").selectOption({ index: 1 });
      await visitor.locator("#banner-tier").selectOption("IO");
      await visitor.locator("#banner-dob").fill("04/12/1985");
      await visitor.locator("form:has(#banner-zip) button[type=submit]").click();
      await shopper.pickFromListing();
      await shopper.checkOut();
      expect(await shopper.enroll()).toMatch(/\w{6,}/);
      await page.getByRole("link", { name: "Enrollments", exact: true }).first().click();
      await expect(page.getByRole("row").filter({ hasText: "Dana Rivera" })).toBeVisible();
    },
    "A backup": async (step) => {
      expect(await machine.run(step.commands[0] ?? "")).toContain("backups/planfront-");
      await page.goto(machine.url(OFFICE, "/backoffice/"));
      await page
        .getByRole("link", { name: /^First steps/ })
        .first()
        .click();
      await expect(page.getByText("Public: Larkspur Benefits")).toBeVisible();
    },
  };

  expect(steps.map(({ title }) => title)).toEqual(Object.keys(acts));
  expect(steps.reduce((sum, { minutes }) => sum + minutes, 0)).toBeLessThanOrEqual(120);
  try {
    for (const step of steps) await test.step(step.title, () => acts[step.title]?.(step));
  } finally {
    for (const clerk of [ada, ben]) await clerk.page.goto("about:blank"); // which asks the store nothing more
    await machine.stop();
  }
});

/** The code that an authenticator app shows for a key (RFC 6238). */
function codeOfApp(key: string): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...key].map((letter) => letters.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const digest = createHmac("sha1", bytes).update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, "0");
}

/** The cells of a line of a template: its headings have no commas. */
const splitRow = (text: string): string[] => (text.split(/\r?\n/)[0] ?? "").split(",");

const FIRST =
  "Ada Bo Cleo Dov Elin Finn Gwen Hugo Ines Jan Kaya Lars Mina Nils Oona Per Quin Rosa Sven Tara".split(" ");
const LAST =
  "Alder Birch Cedar Dogwood Elm Fir Gale Hazel Ivy Juniper Kelp Linden Maple Nettle Oak Pine Quince Rowan Sorrel Teasel Umber Vetch Willow Yarrow Zinnia".split(
    " ",
  );
/** The group of each member, by how many members come before. */
const GROUPS: [upTo: number, code: string, name: string][] = [
  [200, "MILL", "Mill Road Bakery (MILL)"],
  [350, "LARCH", "Larch Tree Nursery (LARCH)"],
  [450, "TIDE", "Tideway Freight (TIDE)"],
  [500, "", "no group"],
];

/**
 * 500 members with 800 policies: the document's example, and as many more in its columns. `sums`: what the page has to
 * say of each group and month.
 */
function writeBook([headings = [], ...example]: string[][]): { file: string[][]; sums: Map<string, RegExp> } {
  const rows = example.map((cells) =>
    Object.fromEntries(headings.map((name, at) => [name, cells[at] ?? ""])),
  );
  for (let at = 2; at < 500; at++) rows.push(...policiesOf(at));
  const totals = new Map<string, { policies: number; cents: number }>();
  for (const row of rows.filter(({ Premium }) => Premium)) {
    const [, , group] = GROUPS.find(([, code]) => code === row["Group code"]) ?? [];
    const [month, , year] = row["Effective date"]?.split("/") ?? [];
    const key = `Ostrander Mutual, ${group}, ${month}/${year}`;
    const { policies, cents } = totals.get(key) ?? { policies: 0, cents: 0 };
    totals.set(key, { policies: policies + 1, cents: cents + Math.round(Number(row.Premium) * 100) });
  }
  const members = new Set(
    rows.filter(({ Premium }) => Premium).map((row) => row["Employee number"] || row["Insurer ID"]),
  );
  expect([members.size, [...totals.values()].reduce((sum, { policies }) => sum + policies, 0)]).toEqual([
    500, 800,
  ]);
  const money = (cents: number) => (cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 });
  const sums = [...totals].map(
    ([key, { policies, cents }]) =>
      [key, new RegExp(`${policies} policies, \\d+ people, \\$${money(cents)} a month`)] as const,
  );
  return {
    file: [headings, ...rows.map((row) => headings.map((name) => row[name] ?? ""))],
    sums: new Map(sums),
  };
}

/** The rows of a member's policies: dental for all, for every fifth with a family, and vision for the first 300. */
function policiesOf(at: number): Record<string, string>[] {
  const [, group = ""] = GROUPS.find(([upTo]) => at < upTo) ?? [];
  const born = (year: number) => `0${1 + (at % 9)}/${10 + (at % 18)}/${year}`;
  const own = { "Last name": LAST[at % 25] ?? "", "Date of birth": born(1965 + (at % 33)) };
  const name = FIRST[Math.floor(at / 25)] ?? "";
  const member = {
    Insurer: "ostrander",
    "Group code": group,
    "Effective date": `0${1 + (at % 6)}/01/2026`,
    "Employee number": group && String(2000 + at),
    "Insurer ID": group ? "" : `OM 9000 ${at}`,
    Relationship: "EE",
    ...own,
    "First name": name,
    Gender: at % 2 ? "Male" : "Female",
    "Street address 1": `${at} Lindenhall Ave`,
    City: "Columbus",
    State: "OH",
    ZIP: "43215",
  };
  const dental = { ...member, Plan: "OM-D1500", "Insurer policy ID": `OM-D-${1000 + at}` };
  const relative = { "Last name": own["Last name"], Gender: "Female" };
  const rows: Record<string, string>[] =
    at % 5
      ? [{ ...dental, Tier: "Member", Premium: "31.40" }]
      : [
          { ...dental, Tier: "Family", Premium: "104.30" },
          { ...relative, Relationship: "Spouse", "First name": `${name}-May`, "Date of birth": born(1970) },
          { ...relative, Relationship: "Child", "First name": `${name}-Lou`, "Date of birth": born(2015) },
        ];
  const vision = { ...member, Plan: "OM-V100", "Insurer policy ID": `OM-V-${1000 + at}` };
  if (at < 301) rows.push({ ...vision, Tier: "Member", Premium: "7.90" });
  return rows;
}

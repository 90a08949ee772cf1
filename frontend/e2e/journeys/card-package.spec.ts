import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../harness/axe";
import { screenshots } from "../harness/screenshots";
import { Server } from "../harness/server";
import { test as base, expect } from "../harness/test";
import {
  atBilling,
  NUMBER,
  type Processor,
  policyAt,
  ROOT,
  start,
  typeHolder,
  watchNumbers,
} from "./hosted-support";
import { goOn, next } from "./support";

const EXAMPLE = join(ROOT, "examples/card-acme");
const CHECKED = "4000002500003155";

/** Puts the example where Python finds it, with the metadata that pip makes of its pyproject.toml. */
function install(): string {
  const target = mkdtempSync(join(tmpdir(), "planfront-acme-"));
  const facts = readFileSync(join(EXAMPLE, "pyproject.toml"), "utf8");
  const entry = /^"(card\.acme)" = "(.+)"$/m.exec(facts);
  if (!entry) throw new Error("no entry point");
  cpSync(join(EXAMPLE, "acme_card.py"), join(target, "acme_card.py"));
  const folder = join(target, "acme_card-1.0.dist-info");
  mkdirSync(folder);
  writeFileSync(join(folder, "METADATA"), "Metadata-Version: 2.1\nName: acme-card\nVersion: 1.0\n");
  writeFileSync(join(folder, "entry_points.txt"), `[planfront.adapters]\n${entry[1]} = ${entry[2]}\n`);
  return target;
}

/** A store whose cards go to the gateway of an installed package, with a browser module of its own. */
const test = base.extend<object, { processor: Processor; server: Server }>({
  processor: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const child = start(join(ROOT, "tests/services/acme_cards.py"));
      const [address] = await once(createInterface(child.stdout as NodeJS.ReadableStream), "line");
      await use({ address, child });
      child.kill("SIGTERM");
    },
    { scope: "worker", timeout: 120_000 },
  ],
  server: [
    async ({ database, processor }, use) => {
      const target = install();
      const server = await Server.start(database, undefined, {
        PYTHONPATH: `${join(ROOT, "src")}:${target}`,
        CARD_GATEWAY: "acme",
        ACME_CARDS_URL: processor.address,
        ACME_CARDS_KEY: "a key",
        ACME_CARDS_SECRET: "a secret",
      });
      await use(server);
      await server.stop();
      rmSync(target, { recursive: true });
    },
    { scope: "worker", timeout: 300_000 },
  ],
});

const card = (page: Page) => page.frameLocator("#card_number iframe").locator("input");
const typeCard = (page: Page, number: string) => card(page).fill(`${number} 07 / 31 917`);

/** Types a card that the bank asks about, and says No on the bank's own page. */
async function refuseAtBank(page: Page, processor: Processor): Promise<void> {
  await typeHolder(page);
  await typeCard(page, CHECKED);
  await next(page).click();
  await expect(page).toHaveURL(new RegExp(`^${processor.address}/bank`));
  await page.getByRole("button", { name: "No" }).click();
}

test("a package's own module takes a card: nothing, a decline, and another card", async ({
  page,
  server,
  processor,
}) => {
  const origins = watchNumbers(page);
  await atBilling(page, server);
  expect(await policyAt(page)).toContain(`script-src 'self' ${processor.address};`);
  const title = "Card number, expiration date and security code";
  await expect(page.locator("#card_number iframe")).toHaveAttribute("title", title);
  await expectAccessible(page);
  await screenshots(page, "card-package");
  await typeHolder(page);
  await next(page).click();
  await expect(page.locator("#card_number-error")).toContainText("Field is required");
  await page
    .getByRole("alert")
    .getByRole("link", { name: /^Card number/ })
    .click();
  await expect(card(page)).toBeFocused();
  await typeCard(page, "4000000000000002");
  await next(page).click();
  await expect(page.getByRole("alert")).toContainText("The card was declined.");
  await typeCard(page, NUMBER);
  await goOn(page, "agreement-signature");
  await page.goBack();
  await expect(page.getByRole("radio", { name: /^Visa ending 4242, expires 07\/2031/ })).toBeChecked();
  expect(new Set(origins)).toEqual(new Set([processor.address]));
});

test("the bank's check on its own page: who says no comes back to a reason, who says yes to the card", async ({
  page,
  server,
  processor,
}) => {
  const origins = watchNumbers(page);
  await atBilling(page, server);
  await page.getByLabel("15th of month").check();
  await refuseAtBank(page, processor);
  await expect(page).toHaveURL(/billing-information\?card_setup=/);
  await expect(page.locator("#card_number-error")).toContainText("Your bank didn't confirm the card.");
  await expect(page.getByRole("alert")).toContainText("Your bank didn't confirm the card.");
  await expect(page.locator("#last_name_on_cc")).toHaveValue("Castillo");
  await expect(page.getByLabel("15th of month")).toBeChecked();
  await expectAccessible(page);
  await screenshots(page, "card-bank-refused");

  await typeCard(page, CHECKED);
  await next(page).click();
  await page.getByRole("button", { name: "Yes, it is me" }).click();
  await expect(page).toHaveURL(/billing-information\?card_setup=/);
  await expect(page.getByRole("radio", { name: /^Visa ending 3155, expires 07\/2031/ })).toBeChecked();
  await expect(page.locator("#last_name_on_cc")).toHaveValue("Castillo");
  await screenshots(page, "card-bank-confirmed");
  await goOn(page, "agreement-signature");
  expect(new Set(origins)).toEqual(new Set([processor.address]));
});

test("the bank's check in Spanish, on a phone", async ({ page, server, processor }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await atBilling(page, server, "es");
  await refuseAtBank(page, processor);
  await expect(page.getByRole("alert")).toContainText("Su banco no confirmó la tarjeta");
  await expect(page.locator("#last_name_on_cc")).toHaveValue("Castillo");
  await screenshots(page, "card-bank-refused-es");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

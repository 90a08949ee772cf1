import { type ChildProcess, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Page, Request } from "@playwright/test";
import { Server } from "../harness/server";
import { test as base, expect } from "../harness/test";
import { fillContact, fillPersonal, goOn, openStep, quote } from "./support";

export const ROOT = resolve(fileURLToPath(import.meta.url), "../../../..");
const PYTHON = join(ROOT, ".venv/bin/python");
export const SECRET = "sk_test_standin";
export const NUMBER = "4242424242424242";

const settings = (api: string, script: string) => ({
  CARD_GATEWAY: "stripe",
  STRIPE_SECRET_KEY: SECRET,
  STRIPE_PUBLISHABLE_KEY: "pk_test_standin",
  STRIPE_WEBHOOK_SECRET: "whsec_standin",
  STRIPE_API_URL: api,
  STRIPE_SCRIPT_URL: script,
});

/** A card processor on this machine: its address, and what ends it. */
export interface Processor {
  address: string;
  child: ChildProcess;
}

export const start = (...command: string[]) =>
  spawn(PYTHON, command, {
    env: {
      ...process.env,
      PYTHONPATH: join(ROOT, "src"),
      DJANGO_SETTINGS_MODULE: "planfront.config.settings",
    },
    stdio: ["pipe", "pipe", "inherit"],
  });

export async function standIn(): Promise<Processor> {
  const child = start("-m", "planfront.billing.tests.stand_in");
  const [address] = await once(createInterface(child.stdout as NodeJS.ReadableStream), "line");
  return { address, child };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** Somebody else's stand-in of Stripe, with its script. It has neither frames nor declines. */
export async function localstripe(): Promise<Processor> {
  const port = await freePort();
  const run = `from aiohttp import web
from localstripe.server import app
web.run_app(app, host="127.0.0.1", port=${port}, print=None)`;
  const child = start("-c", run);
  const address = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries++) {
    if (await fetch(`${address}/js.stripe.com/v3/`).catch(() => null)) return { address, child };
    if (tries > 300) throw new Error("localstripe did not start");
    await sleep(200);
  }
}

/** A store of its own for a processor, as the gateway is a setting. `script`: the path of its script. */
export const testWith = (begin: () => Promise<Processor>, script: string) =>
  base.extend<object, { processor: Processor }>({
    processor: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
      async ({}, use) => {
        const processor = await begin();
        await use(processor);
        processor.child.kill("SIGTERM");
      },
      { scope: "worker", timeout: 120_000 },
    ],
    server: [
      async ({ database, processor }, use) => {
        const { address } = processor;
        const server = await Server.start(database, undefined, settings(address, `${address}${script}`));
        await use(server);
        await server.stop();
      },
      { scope: "worker", timeout: 300_000 },
    ],
  });

export const control = async ({ address }: Processor, changes: Record<string, unknown>) => {
  await fetch(`${address}/control`, { method: "POST", body: JSON.stringify(changes) });
};

/** A webhook as the processor signs it. */
export async function tell(server: Server, setup: string): Promise<number> {
  const subject = { id: setup, object: "setup_intent" };
  const type = "setup_intent.succeeded";
  const body = JSON.stringify({ id: `evt_${setup}`, object: "event", type, data: { object: subject } });
  const moment = Math.floor(Date.now() / 1000);
  const signed = createHmac("sha256", "whsec_standin").update(`${moment}.${body}`).digest("hex");
  const headers = { "Content-Type": "application/json", "Stripe-Signature": `t=${moment},v1=${signed}` };
  return (await fetch(server.url("planfront", "/webhooks/card/stripe"), { method: "POST", body, headers }))
    .status;
}

/** Every request that holds a card number, by origin. */
export function watchNumbers(page: Page): string[] {
  const origins: string[] = [];
  page.on("request", (request: Request) => {
    const text = `${request.url()} ${request.postData() ?? ""}`.replace(/[\s+]|%20/g, "");
    if (/4\d{15}/.test(text)) origins.push(new URL(request.url()).origin);
  });
  return origins;
}

export async function atBilling(page: Page, server: Server, language: "en" | "es" = "en"): Promise<string> {
  const id = await quote(page, server, { language });
  await openStep(page, "personal-info");
  await fillPersonal(page);
  await goOn(page, "contact-info");
  await fillContact(page);
  await goOn(page, "billing-information");
  await page.getByRole("radio", { name: /^(Credit Card|Tarjeta de crédito)/ }).check();
  return id;
}

export const field = (page: Page, id: string) => page.frameLocator(`#${id} iframe`).locator("input");

export async function typeCard(page: Page, number: string): Promise<void> {
  await field(page, "card_number").fill(number);
  await field(page, "expiration_month").fill("07 / 31");
  await field(page, "security_code").fill("917");
}

export async function typeHolder(page: Page): Promise<void> {
  await page.locator("#first_name_on_cc").fill("Maren");
  await page.locator("#last_name_on_cc").fill("Castillo");
  await page.locator("#is_physical_address").check();
  await expect(page.locator("#address1")).toHaveValue("88 Lindenhall Ave");
}

export const policyAt = async (page: Page) => {
  const answer = await page.request.get(page.url());
  return answer.headers()["content-security-policy"] ?? "";
};
export const hasScript = (page: Page) => page.evaluate(() => "Stripe" in window);

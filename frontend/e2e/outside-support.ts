import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Server } from "./harness/server";
import { test as base } from "./harness/test";

const ROOT = resolve(fileURLToPath(import.meta.url), "../../..");

/** A store whose addresses, numbers and mail are checked by the stand-in of the Python tests. */
export const testWithVendors = () =>
  base.extend<object, { vendors: string; server: Server }>({
    vendors: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
      async ({}, use) => {
        const standIn: ChildProcess = spawn(join(ROOT, ".venv/bin/python"), ["tests/services/vendors.py"], {
          cwd: ROOT,
          stdio: ["ignore", "pipe", "inherit"],
        });
        const [port] = await once(createInterface(standIn.stdout as NodeJS.ReadableStream), "line");
        await use(`http://127.0.0.1:${port}`);
        standIn.kill();
      },
      { scope: "worker" },
    ],
    server: [
      async ({ database, vendors }, use) => {
        const server = await Server.start(database, ROOT, {
          ADDRESS_CHECK: "usps",
          USPS_CLIENT_ID: "usps-id",
          USPS_CLIENT_SECRET: "usps-secret",
          USPS_URL: vendors,
          PHONE_CHECK: "numverify",
          NUMVERIFY_KEY: "num-key",
          NUMVERIFY_URL: vendors,
          EMAIL_CHECK: "neverbounce",
          NEVERBOUNCE_KEY: "never-key",
          NEVERBOUNCE_URL: vendors,
        });
        await use(server);
        await server.stop();
      },
      { scope: "worker", timeout: 270_000 },
    ],
  });

/** How the stand-in answers from now on. */
export async function be(vendors: string, mood: string, more: Record<string, string> = {}): Promise<void> {
  await fetch(`${vendors}/stand-in`, { method: "POST", body: JSON.stringify({ mood, more }) });
}

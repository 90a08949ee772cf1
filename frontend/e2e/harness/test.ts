import { test as base, expect, type Page } from "@playwright/test";
import { checkLooks } from "./axe";
import { type Database, Server } from "./server";

export interface WorkerOptions {
  database: Database;
}

interface WorkerFixtures extends WorkerOptions {
  server: Server;
}

interface Fixtures {
  /** What the page complained about; a test that expects a complaint empties it. */
  complaints: string[];
}

/**
 * For journeys whose outcome hangs on how the database locks and what outlives a process: two windows, double presses,
 * kills, a whole purchase. They run on PostgreSQL too; other journeys run on SQLite. Every statement of the API is
 * tried on both by the Python tests.
 */
export const BOTH = { tag: "@both" };

/** For the main ways through the store: `./run test` walks just these. `./run test --all` walks every journey. */
export const MAIN = { tag: "@main" };

export const MAIN_ON_BOTH = { tag: ["@main", "@both"] };
export const MAIN_AND_BOTH_AT_LENGTH = { tag: ["@main", "@both-at-length"] };

/** For journeys about what the database keeps (money, drafts, carts, codes): on PostgreSQL in `./run prove journeys`. */
export const BOTH_AT_LENGTH = { tag: "@both-at-length" };

/** For what repeats another journey in another brand, language or width, and for kills by chance: `./run prove journeys`. */
export const AT_LENGTH = { tag: "@at-length" };

/** The browser reports each 4xx answer as an error too; those are part of ordinary conversations with the API. */
const ORDINARY = /Failed to load resource: the server responded with a status of 4\d\d/;

/**
 * `test` with a running store (`server`), relative addresses on the main brand's host, and a page that must not
 * log an error, break the content security policy, throw, or get an answer of 500 or more.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  database: ["sqlite", { option: true, scope: "worker" }],
  server: [
    async ({ database }, use) => {
      checkLooks(database === "sqlite");
      const server = await Server.start(database);
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 720_000 },
  ],
  baseURL: async ({ server }, use) => {
    await use(server.url());
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  complaints: async ({}, use) => {
    await use([]);
  },
  page: async ({ page, complaints }, use) => {
    listen(page, complaints);
    awaitStore(page);
    await use(page);
    expect(complaints, "the page logged errors").toEqual([]);
  },
});

/** What the server draws first looks like the store; a `waitUntil` of its own says that a test is about that. */
function awaitStore(page: Page): void {
  const store = async <Answer>(answer: Promise<Answer>, options?: { waitUntil?: unknown }) => {
    const answered = await answer;
    if (!options?.waitUntil) await page.locator("#root > .first").waitFor({ state: "detached" });
    return answered;
  };
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = (url, options) => store(goto(url, options), options);
  page.reload = (options) => store(reload(options), options);
}

const OUTAGE =
  /net::ERR_(CONNECTION|INTERNET_DISCONNECTED|EMPTY_RESPONSE|CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED_ENCODING|SOCKET)/;

/** While the server was dead or the line cut, whatever the page asked for failed; takes these complaints away. */
export function forgiveOutage(complaints: string[]): void {
  const others = complaints.filter((text) => !OUTAGE.test(text));
  complaints.splice(0, complaints.length, ...others);
}

/** A text stands on the page as its id: its catalog was not loaded. */
const RAW_TEXT = /Uncompiled message detected/;

function listen(page: Page, complaints: string[]): void {
  page.on("console", (message) => {
    const isError = message.type() === "error" && !ORDINARY.test(message.text());
    if (isError || RAW_TEXT.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("response", (response) => {
    if (response.status() >= 500) complaints.push(`${response.status()} ${response.url()}`);
  });
}

export { expect };

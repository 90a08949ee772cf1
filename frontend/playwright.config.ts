import { defineConfig } from "@playwright/test";
import { chromium } from "./e2e/harness/chromium";
import type { WorkerOptions } from "./e2e/harness/test";

/** Frames of moving parts are a tenth of the browser's work; the journeys on PostgreSQL see the motion. */
const STILL = { contextOptions: { reducedMotion: "reduce" } } as const;

/**
 * One project per database, PostgreSQL's with the journeys that are marked BOTH. Each worker has a server of its own;
 * `./run test` runs the projects side by side, with a second try that it reports.
 */
export default defineConfig<object, WorkerOptions>({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results",
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: {
    launchOptions: chromium,
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    timezoneId: "America/New_York",
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    trace: "off", // it costs a quarter of the time; `./run e2e --trace=retain-on-failure` keeps one
    screenshot: "only-on-failure",
  },
  projects: [
    {
      name: "sqlite",
      use: { database: "sqlite", ...STILL },
      outputDir: "test-results/sqlite",
      grepInvert: /@matrix/,
    },
    {
      name: "matrix",
      use: { database: "sqlite", ...STILL },
      outputDir: "test-results/matrix",
      grep: /@matrix/,
    },
    { name: "postgres", use: { database: "postgres" }, outputDir: "test-results/postgres", grep: /@both/ },
  ],
});

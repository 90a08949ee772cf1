import { defineConfig } from "@playwright/test";
import { chromium } from "./e2e/harness/chromium";
import type { WorkerOptions } from "./e2e/harness/test";

/** Frames of moving parts are a tenth of the browser's work; the journeys on PostgreSQL see the motion. */
const STILL = { contextOptions: { reducedMotion: "reduce" } } as const;

/**
 * `./run test` runs what is marked MAIN on SQLite. `./run test --all` runs `sqlite` and `postgres` side by side, with a
 * second try that it reports: every journey once, and those marked BOTH on PostgreSQL too. `./run prove journeys` runs the other two: also what is marked AT_LENGTH, and
 * BOTH_AT_LENGTH on PostgreSQL. Each worker has a server of its own.
 */
export default defineConfig<object, WorkerOptions>({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results",
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  use: {
    launchOptions: chromium,
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    timezoneId: "America/New_York",
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    trace: "off", // it costs a quarter of the time; `./run e2e --trace=retain-on-failure` keeps one
    screenshot: "only-on-failure",
  },
  projects: [
    {
      name: "sqlite",
      use: { database: "sqlite", ...STILL },
      outputDir: "test-results/sqlite",
      grepInvert: /@at-length/,
    },
    {
      name: "bench",
      testMatch: "**/*.bench.ts",
      use: { database: "sqlite", ...STILL },
      outputDir: "test-results/bench",
    },
    {
      name: "sqlite-at-length",
      use: { database: "sqlite", ...STILL },
      outputDir: "test-results/sqlite-at-length",
    },
    {
      name: "postgres",
      use: { database: "postgres" },
      outputDir: "test-results/postgres",
      grep: /@both(?!-)/,
    },
    {
      name: "postgres-at-length",
      use: { database: "postgres" },
      outputDir: "test-results/postgres-at-length",
      grep: /@both/,
    },
  ],
});

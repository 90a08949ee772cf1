import { expect, type Page } from "@playwright/test";

/** The most that a page may move without being asked. */
const MOST_SHIFT = 0.02;

/** Fails with how far the page moved by itself since it was opened. */
export async function expectStill(page: Page): Promise<void> {
  const shift = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        let shift = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
            if (!entry.hadRecentInput) shift += entry.value;
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => done(shift), 300);
      }),
  );
  expect(shift, `what moved at ${page.url()}`).toBeLessThanOrEqual(MOST_SHIFT);
}

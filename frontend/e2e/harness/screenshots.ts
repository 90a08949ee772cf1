import { join } from "node:path";
import type { Page } from "@playwright/test";

export const WIDTHS = [1280, 390] as const;

/** Keeps a picture of the whole page at each width in the folder SCREENSHOTS names; without it, does nothing. */
export async function screenshots(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  const before = page.viewportSize();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
    await page.screenshot({
      path: join(folder, `${name}-${width}.png`),
      fullPage: true,
      animations: "disabled",
    });
  }
  if (before) await page.setViewportSize(before);
}

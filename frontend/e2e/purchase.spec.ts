import type { Page } from "@playwright/test";
import { inspected, Shopper } from "./harness/shopper";
import { AT_LENGTH, expect, forgiveOutage, MAIN, MAIN_ON_BOTH, test } from "./harness/test";

test(
  "a visitor buys two plans and signs by hand; every page is accessible",
  MAIN_ON_BOTH,
  async ({ page, server }) => {
    test.slow();
    const shopper = new Shopper(page, server, {
      brand: "planfront",
      signature: "draw",
      atEach: inspected("en-planfront"),
    });
    const confirmation = await shopper.buy();
    expect(confirmation).toMatch(/\w{6,}/);
  },
);

test(
  "a visitor buys two plans at Copperline; every page is accessible",
  AT_LENGTH,
  async ({ page, server }) => {
    test.slow();
    const shopper = new Shopper(page, server, {
      brand: "copperline",
      signature: "draw",
      atEach: inspected("en-copperline"),
    });
    await shopper.buy();
  },
);

/** Counts a person's taps from now on: one on each button, link and choice, one into each text field, one for each choice
 * from a list. */
async function countTaps(page: Page): Promise<() => number> {
  let taps = 0;
  await page.exposeFunction("countTap", () => {
    taps += 1;
  });
  await page.addInitScript(() => {
    const counted = {
      click: (target: Element) => {
        // A press on a label comes once more, from its field.
        const label = target.closest("label");
        return (
          target.matches("input[type=radio], input[type=checkbox]") ||
          !(label ?? target.matches("input, select"))
        );
      },
      focusin: (target: Element) => target.matches("textarea, input:not([type=radio], [type=checkbox])"),
      change: (target: Element) => target.matches("select"),
    };
    for (const [kind, counts] of Object.entries(counted)) {
      addEventListener(
        kind,
        ({ target }) => {
          if (target instanceof Element && counts(target))
            (window as unknown as { countTap(): void }).countTap();
        },
        true,
      );
    }
  });
  return () => taps;
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("a visitor buys a dental and a vision plan in 45 taps at most", MAIN, async ({ page, server }) => {
    test.slow();
    const taps = await countTaps(page);
    await new Shopper(page, server, { brand: "planfront", signature: "type" }).buy();
    expect(taps()).toBeLessThanOrEqual(45);
    expect(taps()).toBeGreaterThan(20);
  });
});

test.describe("in Spanish on a phone", () => {
  test.use({ locale: "es-US", viewport: { width: 390, height: 844 }, hasTouch: true });

  for (const brand of ["planfront", "copperline"] as const) {
    test(
      `a visitor buys two plans at ${brand} and signs by typing; every page is accessible`,
      AT_LENGTH,
      async ({ page, server }) => {
        test.slow();
        const shopper = new Shopper(page, server, {
          brand,
          signature: "type",
          atEach: inspected(`es-${brand}`),
        });
        await shopper.buy();
        await expect(page.locator("html")).toHaveAttribute("lang", "es");
      },
    );
  }
});

test(
  "the web server may be killed at every step: the visitor goes on and buys once",
  AT_LENGTH,
  async ({ page, server, complaints }) => {
    test.slow();
    const shopper = new Shopper(page, server, {
      brand: "planfront",
      signature: "type",
      patient: true,
      atEach: async () => {
        await page.waitForLoadState("networkidle");
        await server.kill("web");
      },
    });
    const confirmation = await shopper.buy();
    await page.reload();
    await expect(page.locator("main")).toContainText(confirmation);
    forgiveOutage(complaints);
  },
);

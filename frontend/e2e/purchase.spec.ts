import { inspected, Shopper } from "./harness/shopper";
import { AT_LENGTH, expect, forgiveOutage, MAIN_ON_BOTH, test } from "./harness/test";

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

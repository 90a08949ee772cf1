/** On a phone every brand's home page asks for the price on the first screen, and nothing moves the questions. */
import { expectAccessible } from "./harness/axe";
import { screenshots } from "./harness/screenshots";
import type { BrandKey } from "./harness/server";
import { expect, test } from "./harness/test";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** Where the first screen ends on a phone of 844 px whose browser shows its bars. */
const FOLD = 664;
const BRANDS: BrandKey[] = ["planfront", "juniper", "brightsmile", "copperline"];

for (const brand of BRANDS)
  test(`${brand} has the whole price form on the first screen, then the agent`, async ({ page, server }) => {
    for (const [language, width] of [
      ["en", 390],
      ["es", 390],
      ["en", 360],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(server.url(brand, "/robots.txt"));
      await page.evaluate((chosen) => localStorage.setItem("language", chosen), language);
      await page.goto(server.url(brand, "/"));
      const form = page.locator("main form");
      await form.locator("[name=zip]").waitFor();
      await page.waitForLoadState("networkidle");
      const submit = await form.locator("[type=submit]").boundingBox();
      const dob = await form.locator("[name=dob]").boundingBox();
      const zip = await form.locator("[name=zip]").boundingBox();
      expect((submit?.y ?? FOLD) + (submit?.height ?? 0)).toBeLessThan(FOLD);
      expect(zip?.y).toBeLessThan(FOLD);
      expect(submit?.y, "DOB and Submit share a row").toBeCloseTo(dob?.y ?? 0, 0);
      expect(
        await form
          .locator("[name]")
          .evaluateAll((fields) => fields.map((field) => field.getAttribute("name"))),
      ).toEqual(["zip", "gender", "tier", "dob"]);
      const picture = page.locator(
        "main figure, main svg[viewBox='0 0 640 600'], main svg[viewBox='0 0 1280 250']",
      );
      if (await picture.count())
        expect((await picture.first().boundingBox())?.height).toBeLessThanOrEqual(160);
      const location = page.getByRole("region", { name: /Location Permission|Permiso de ubicación/ });
      expect((await location.boundingBox())?.y).toBeGreaterThan((submit?.y ?? 0) + 48);
    }
    await expectAccessible(page);
    await screenshots(page, `home-phone-${brand}`);
  });

test("below 360 px, and with large text, Submit stands below DOB, and the picture gives way first", async ({
  page,
  server,
}) => {
  for (const brand of BRANDS) {
    await page.setViewportSize({ width: 340, height: 700 });
    await page.goto(server.url(brand, "/"));
    const form = page.locator("main form");
    const [dob, submit] = [
      form.getByRole("textbox", { name: "DOB" }),
      form.getByRole("button", { name: "Submit" }),
    ];
    const below = async () =>
      ((await submit.boundingBox())?.y ?? 0) >=
      ((await dob.boundingBox())?.y ?? 0) + ((await dob.boundingBox())?.height ?? 0);
    expect(await below()).toBe(true);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(below).toBe(false);
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("html { font-size: 200% !important }");
      document.adoptedStyleSheets = [sheet];
    });
    await expect.poll(below).toBe(true);
    if (brand === "juniper") await expect(page.locator("main figure")).toBeHidden();
    if (brand === "brightsmile") await expect(page.locator("svg[viewBox='0 0 640 600']")).toBeHidden();
  }
});

test("the questions never move while pictures and answers arrive", async ({ page, server }) => {
  for (const brand of BRANDS) {
    await page.route("**/*.svg*", async (route) => {
      await new Promise((done) => setTimeout(done, 400));
      await route.continue();
    });
    await page.goto(server.url(brand, "/"));
    const zip = page.locator("main form [name=zip]");
    await zip.waitFor();
    const place = async () => (await zip.boundingBox())?.y;
    const before = await place();
    await page.waitForLoadState("networkidle");
    expect(await place()).toBe(before);
    const shifted = await page.evaluate(
      () =>
        new Promise<number>((done) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
          }).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => done(sum), 200);
        }),
    );
    expect(shifted).toBeLessThanOrEqual(0.001);
    await page.unrouteAll();
  }
});

import type { Page } from "@playwright/test";
import { expectAccessible, expectFits } from "./harness/axe";
import { shopAs } from "./harness/profile";
import type { BrandKey, Server } from "./harness/server";
import { AT_LENGTH, expect, test } from "./harness/test";

/** One visit is in every run; `./run prove journeys` makes all four. */
const VISITS = [
  { brand: "planfront", language: "es", often: {} },
  { brand: "planfront", language: "en", often: AT_LENGTH },
  { brand: "copperline", language: "en", often: AT_LENGTH },
  { brand: "copperline", language: "es", often: AT_LENGTH },
] as const;

interface Visit {
  page: Page;
  server: Server;
  brand: BrandKey;
}

async function open({ page, server, brand }: Visit, path: string): Promise<void> {
  await page.goto(server.url(brand, path));
  await expect(page.locator("h1")).toBeVisible();
  await page.waitForLoadState("networkidle");
}

/** On the narrowest phone, and on a desktop at 200 % with half the width, nothing is wider than the window. */
async function expectFitsEverywhere(page: Page): Promise<void> {
  for (const size of [
    { width: 320, height: 640 },
    { width: 640, height: 400 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    await expectFits(page);
  }
}

async function look(page: Page): Promise<void> {
  await expectFitsEverywhere(page);
  await expectAccessible(page);
}

/** Opens a dialog by keyboard, looks at it, and closes it: the focus is back where it was. */
async function lookAtDialog(page: Page, opener: ReturnType<Page["locator"]>, tried = false): Promise<void> {
  await opener.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  if (tried) await dialog.locator("button[type=submit]").click();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
}

const button = (page: Page, name: RegExp) =>
  page.getByRole("button", { name }).filter({ visible: true }).first();
const send = (page: Page) => page.locator("main form button[type=submit]").last();

for (const { brand, language, often } of VISITS) {
  test.describe(`${brand}, ${language}`, often, () => {
    test("front pages, their errors and dialogs", async ({ page, server }) => {
      test.slow();
      const visit = { page, server, brand };
      await page.addInitScript((chosen) => localStorage.setItem("language", chosen), language);
      await open(visit, "/");
      await look(page);
      await send(page).click();
      await expect(page.locator("#banner-zip")).toBeFocused();
      await look(page);
      await lookAtDialog(page, button(page, /FIND A PLAN|BUSCAR UN PLAN/), true);
      const footer = page.getByRole("contentinfo").getByRole("button");
      for (const name of [
        /Rep Access Code|Código de acceso del representante/,
        /Employee Enrollment|Inscripción de empleados/,
        /Connect with US|Conéctese con nosotros/,
      ])
        await lookAtDialog(page, footer.filter({ hasText: name }), true);
      await lookAtDialog(page, footer.filter({ hasText: /About|Acerca de/ }));
      const help = button(page, /We are here to help you|Estamos aquí para ayudarle/);
      await help.press("Enter");
      await expectAccessible(page);
      await help.press("Enter");
      for (const path of ["/provider-list", "/no/such/page", "/landing-config-error/Agent", "/quote/none"]) {
        await open(visit, path);
        await look(page);
      }
      for (const path of ["/continue-enrollment", "/PlanQuestionView"]) {
        await open(visit, path);
        await look(page);
        await send(page).click();
        await expect(page.getByRole("alert").first()).toBeVisible();
        await look(page);
      }
    });

    test("plans and cart, their errors and dialogs", async ({ page, server }) => {
      test.slow();
      const visit = { page, server, brand };
      await shopAs(page, server, { brand, language, zip: "75201", cart: [1002, 1102] });
      await open(visit, "/plans?type=dental,vision");
      await look(page);
      await button(page, /^(Edit|Editar)$/).click();
      await page.locator("#edit-search input").first().fill("1");
      await page.locator("#edit-search button[type=submit]").click();
      await expect(page.locator("#edit-search [aria-invalid=true]").first()).toBeVisible();
      await look(page);
      await open(visit, "/plan/1002/plan");
      await look(page);
      await lookAtDialog(page, button(page, /Why this price|Por qué este precio/));
      await open(visit, "/plan/1401/plan");
      await look(page);
      await lookAtDialog(page, button(page, /clicking here|clic aquí/));
      await open(visit, "/cart");
      await look(page);
      await lookAtDialog(page, button(page, /^(Remove|Quitar)/));
      await lookAtDialog(page, button(page, /Proceed to Enrollment|Continuar con la inscripción/));
      await lookAtDialog(page, button(page, /^(View details|Ver detalles)/));
      await page.evaluate(() => localStorage.removeItem("tempId"));
      for (const path of ["/cart", "/plans", "/plan/1002/plan"]) {
        await open(visit, path);
        await look(page);
      }
    });
  });
}

test("in forced colours the focus and what is chosen can be seen", async ({ page, server }) => {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await page.goto(server.url());
  await page.locator("#banner-zip").focus();
  await page.keyboard.press("Tab");
  await expect(page.locator("#banner-gender")).toBeFocused();
  await expect(page.locator("#banner-gender")).toHaveCSS("outline-style", "solid");
  const moving = await page.evaluate(
    () =>
      document
        .getAnimations()
        .filter((animation) => Number(animation.effect?.getComputedTiming().duration) > 1).length,
  );
  expect(moving).toBe(0);
});

test("text at twice its size stays inside the window", async ({ page, server }) => {
  await shopAs(page, server, { zip: "75201", cart: [1002] });
  for (const path of ["/", "/plans?type=dental", "/plan/1002/plan", "/cart"]) {
    await page.goto(server.url("planfront", path));
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide, path).toBeLessThanOrEqual(0);
  }
});

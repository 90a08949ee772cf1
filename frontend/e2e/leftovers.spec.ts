/** What stayed on a page that it no longer belonged to, or reached beyond a phone. */
import { expectAccessible, expectFits } from "./harness/axe";
import { signedIn } from "./harness/people";
import { shopAs } from "./harness/profile";
import { expect, test } from "./harness/test";

const PHONE = { width: 390, height: 844 };

test("the foot of a rep's book with more clients than are counted fits a phone", async ({ page, server }) => {
  await page.setViewportSize(PHONE);
  await page.route("**/api/v1/get-clients?**", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    await route.fulfill({
      response: answer,
      json: { ...body, data: { ...body.data, total: 500, more: true } },
    });
  });
  await signedIn(page, server, "rep", "/book-of-business");
  await expect(page.getByText(/^Showing 1 to \d+ of more than 500\. Search or filter/)).toBeVisible();
  await expectFits(page);
});

test("the hours of the footer follow the language", async ({ page, server }) => {
  await page.goto(server.url());
  const footer = page.getByRole("contentinfo");
  await expect(footer).toContainText("Mon-Fri 8am-8pm ET");
  await page.getByRole("button", { name: "Español" }).first().click();
  await expect(footer).toContainText("lun-vie 8am-8pm ET");
  await expect(footer).not.toContainText("Mon-Fri");
  await page.getByRole("button", { name: "English" }).first().click();
  await expect(footer).toContainText("Mon-Fri 8am-8pm ET");
});

test("plans that were compared take little of a phone, and nothing over another category", async ({
  page,
  server,
}) => {
  await page.setViewportSize(PHONE);
  await shopAs(page, server);
  const tray = page.getByRole("region", { name: "Compare plans" });
  const height = async () => (await tray.boundingBox())?.height ?? 0;
  await page.goto(server.url("planfront", "/compare?plans=1002,1004"));
  await expect(page.getByRole("table")).toBeVisible();
  await page.goto(server.url("planfront", "/plans?type=vision"));
  await expect(page.getByRole("checkbox", { name: "Compare Claropoint Vision Plus" })).toBeVisible();
  await expect(tray).toHaveCount(0);
  await page.goto(server.url("planfront", "/plans?type=dental"));
  await expect(tray.getByRole("link", { name: "Compare 2 plans" })).toBeVisible();
  expect(await height()).toBeLessThan(72);
  await page.getByRole("checkbox", { name: "Compare Halden Preventive Plus", exact: true }).check();
  await expect(tray.getByText("Halden Preventive Plus")).toBeVisible();
  expect(await height(), "a choice that changed is shown").toBeGreaterThan(100);
});

test("what a page announces isn't read on the next one", async ({ page, server }) => {
  await shopAs(page, server);
  await page.goto(server.url("planfront", "/plans?type=dental"));
  const said = page.getByRole("status").filter({ hasText: /^\d+ plans, \d+ are priced for you$/ });
  await expect(said).toHaveCount(1);
  await page
    .getByRole("link", { name: /^Cart, / })
    .first()
    .click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(said).toHaveCount(0, { timeout: 8_000 });
});

for (const width of [390, 1280])
  test(`legal pages hold at ${width} px`, async ({ page, server }) => {
    await page.setViewportSize({ width, height: 844 });
    for (const language of ["en", "es"])
      for (const name of ["privacy", "cookies", "licenses"]) {
        await page.goto(server.url("juniper", `/legal/${name}?lang=${language}`));
        await expect(page.locator("html")).toHaveAttribute("lang", language);
        await expectAccessible(page);
      }
  });

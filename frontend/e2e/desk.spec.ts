import { expectAccessible } from "./harness/axe";
import { answerAll } from "./harness/chat";
import { signedIn } from "./harness/people";
import { screenshots } from "./harness/screenshots";
import { expect, MAIN, test } from "./harness/test";

test("what a visitor tells a rep's chat is on that rep's desk", MAIN, async ({ page, server, browser }) => {
  await page.goto(server.url("planfront", "/jordan-lee"));
  await page.getByRole("button", { name: "We are here to help you" }).click();
  await page.getByRole("button", { name: /Contact Rep/ }).click();
  await answerAll(page);

  const desk = await (await browser.newContext()).newPage();
  await signedIn(desk, server, "rep", "/leads");
  const search = desk.getByRole("searchbox", { name: "Search leads" });
  const open = desk.getByRole("button", { name: "Open lead, (614) 555-0148" }).first();
  await search.fill("nobody");
  await expect(desk.getByRole("heading", { name: "No leads match" })).toBeVisible();
  await search.fill("614-555 two");
  await expectAccessible(desk);
  await open.click();
  const lead = desk.getByRole("dialog", { name: "(614) 555-0148" });
  await expect(lead).toContainText("Two of us need a dentist");
  await lead.getByLabel("New note").fill("Called, calls back on Monday");
  await lead.getByRole("button", { name: "Save note" }).click();
  await expect(lead.getByRole("listitem")).toContainText("Jordan Lee");
  await lead.getByLabel("Status").selectOption("Contacted");
  await expectAccessible(desk);
  await screenshots(desk, "lead");
  await desk.keyboard.press("Escape");
  await expect(open).toBeFocused();
  await desk.getByLabel("Status").selectOption("Won");
  await expect(desk.getByRole("heading", { name: "No leads match" })).toBeVisible();
  await desk.getByLabel("Status").selectOption("Contacted");
  await expect(open).toBeVisible();
  await desk.context().close();
});

test("lists of the desk in another brand, in Spanish, on a phone", async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signedIn(page, server, "rep", "/quotes", "juniper");
  await page.getByRole("button", { name: "Español" }).click();
  for (const [path, title] of [
    ["/quotes", "Cotizaciones"],
    ["/leads", "Contactos"],
    ["/enrollments", "Inscripciones"],
  ]) {
    await page.goto(server.url("juniper", path));
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expectAccessible(page);
  }
});

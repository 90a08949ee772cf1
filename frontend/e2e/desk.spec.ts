import type { Locator } from "@playwright/test";
import { expectAccessible } from "./harness/axe";
import { answerAll } from "./harness/chat";
import { signedIn } from "./harness/people";
import { shopAs } from "./harness/profile";
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
  const open = desk.getByRole("link", { name: "Renata Solis", exact: true }).first();
  await search.fill("nobody");
  await expect(desk.getByRole("heading", { name: "No leads match" })).toBeVisible();
  await search.fill("614-555 renata");
  await expectAccessible(desk);
  await open.click();
  await expect(desk.getByRole("heading", { level: 1, name: "Renata Solis" })).toBeVisible();
  await expect(desk.getByRole("region", { name: "What they need" })).toContainText(
    "Two of us need a dentist",
  );
  await expectAccessible(desk);
  const notes = desk.getByRole("region", { name: "Notes" });
  await notes.getByLabel("Note", { exact: true }).fill("Called, calls back on Monday");
  await notes.getByRole("button", { name: "Save note" }).click();
  await expect(notes.getByRole("listitem")).toContainText("Jordan Lee");
  await desk.getByLabel("Status of this lead").selectOption("Lost");
  const lost = desk.getByRole("dialog", { name: "Why is this lead lost?" });
  await expectAccessible(desk);
  await lost.getByRole("radio", { name: "The price" }).check();
  await lost.getByRole("button", { name: "Mark as lost" }).click();
  await expect(lost).toBeHidden();
  await desk.getByLabel("Status of this lead").selectOption("Contacted");
  await screenshots(desk, "lead");
  await desk.goto(server.url("planfront", "/leads?status=CONTACTED"));
  await expect(open).toBeVisible();
  await desk.context().close();
});

test("a lead becomes a sent quote in ten clicks at most", MAIN, async ({ page, server, browser }) => {
  await shopAs(page, server, { cart: [1002, 1102] });
  await page.goto(server.url("planfront", "/jordan-lee"));
  await page.getByRole("button", { name: "We are here to help you" }).click();
  await page.getByRole("button", { name: /Contact Rep/ }).click();
  await answerAll(page);

  const desk = await (await browser.newContext()).newPage();
  await signedIn(desk, server, "rep", "/leads");
  let clicks = 0;
  const press = async (what: Locator) => {
    clicks += 1;
    await what.click();
  };
  await press(desk.getByRole("link", { name: "Renata Solis", exact: true }).first());
  const quote = desk.getByRole("heading", { name: "Quote, filled in" });
  await expect(quote).toBeVisible();
  await press(desk.getByRole("button", { name: "Review and send quote" }));
  await expect(desk).toHaveURL(/\/cart$/);
  await press(desk.getByRole("button", { name: "Send Personalized Quote" }));
  const dialog = desk.getByRole("dialog", { name: "Send Personalized Quote" });
  await expect(dialog.getByLabel("Name")).toHaveValue("Renata Solis");
  const address = `renata.${Date.now()}@mailbox.example`;
  await dialog.getByLabel("Email").fill(address);
  await press(dialog.getByRole("button", { name: "Send" }));
  await expect(desk.getByRole("dialog", { name: `Quote Successfully Sent to ${address}` })).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(10);

  await desk.goto(server.url("planfront", "/leads?status=QUOTED"));
  await desk.getByRole("link", { name: "Renata Solis", exact: true }).first().click();
  await expect(desk.getByRole("region", { name: "History" })).toContainText("Quote sent");

  await desk.goto(server.url("planfront", "/quotes"));
  const chosen = desk.getByRole("checkbox", { name: /^Select Renata Solis/ });
  await chosen.first().check();
  await desk.getByRole("button", { name: "Assign 1 quote" }).click();
  const assign = desk.getByRole("dialog", { name: "Assign 1 quote" });
  await assign.getByLabel("Rep").selectOption("Sam Ortiz");
  await expectAccessible(desk);
  const before = await chosen.count();
  await assign.getByRole("button", { name: "Assign", exact: true }).click();
  await expect(desk.getByText("1 quote assigned to Sam Ortiz.")).toBeVisible();
  await expect(chosen).toHaveCount(before - 1);
  await desk.context().close();
});

test("lists of the desk in another brand, in Spanish, on a phone", async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signedIn(page, server, "rep", "/quotes", "juniper");
  // The header of the page before has an account menu, too.
  await expect(page.getByRole("heading", { level: 1, name: "Quotes" })).toBeVisible();
  await page.getByRole("button", { name: /^Your account/ }).click();
  await page.getByRole("button", { name: "Español" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Cotizaciones" })).toBeVisible();
  for (const [path, title] of [
    ["/quotes", "Cotizaciones"],
    ["/leads", "Prospectos"],
    ["/enrollments", "Inscripciones"],
  ]) {
    await page.goto(server.url("juniper", path));
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    // The end of the page stands clear of the tab bar.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expectAccessible(page);
  }
});

import type { Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe";
import { expectNothingCovered, PHONE } from "./harness/covered";
import { day } from "./harness/days";
import { openOffice, readInSpanish, signedIn } from "./harness/people";
import { screenshots } from "./harness/screenshots";
import { expect, test } from "./harness/test";

test("a member moves on a phone, in Spanish; their rep sees the new address until it is undone", async ({
  page,
  server,
  browser,
}) => {
  await page.setViewportSize(PHONE);
  await signedIn(page, server, "member", "/coverage/change/what");
  await readInSpanish(page);
  await page.getByLabel("Mudanza", { exact: true }).check();
  await page.getByRole("button", { name: "Siguiente" }).click();
  await page.getByLabel("Calle y número").fill("12 Alder Street");
  await page.getByLabel("Nuevo código postal").pressSequentially("43215");
  await page.getByRole("button", { name: "Siguiente" }).click();
  await expect(page.getByText("Este campo es obligatorio")).toBeVisible();
  await page.getByLabel("Ciudad", { exact: true }).fill("Columbus");
  await expectNothingCovered(page);
  await page.getByRole("button", { name: "Siguiente" }).click();
  await page.getByRole("textbox", { name: "Se mudó" }).fill(day(-3));
  await page.getByRole("button", { name: "Siguiente" }).click();
  await expectAccessible(page);
  await screenshots(page, "move");
  await page.getByRole("button", { name: "Enviar este cambio" }).click();
  await expect(page.getByRole("heading", { name: "Su cambio está hecho" })).toBeVisible();

  const rep = await (await browser.newContext()).newPage();
  await signedIn(rep, server, "rep", "/book-of-business");
  await rep.getByLabel("Search clients").fill("Santos");
  await rep.getByRole("link", { name: "Maria Santos" }).first().click();
  await expect(rep.locator("main")).toContainText("Columbus, OH 43215");
  await expectAccessible(rep);
  await page.getByRole("button", { name: "Deshacer hasta la medianoche" }).click();
  await rep.reload();
  await expect(rep.locator("main")).toContainText("Dallas, TX 75201");
  await rep.context().close();
});

test("a birth of six weeks ago says what the months since cost, to the member and to their group", async ({
  page,
  server,
  browser,
}) => {
  await signedIn(page, server, "member", "/coverage/change/what");
  await page.getByLabel("Birth", { exact: true }).check();
  await page.getByLabel("Add somebody").check();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("First name").pressSequentially("Mateo");
  await page.getByLabel("Last name").pressSequentially("Santos");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("textbox", { name: "Born" }).fill(day(-45));
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("Halden Dental PPO 1500: you owe 2 months × $33.70 = $67.40.")).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectNothingCovered(page, 5);
  await screenshots(page, "backdated");
  await page.getByRole("button", { name: "Send this change" }).click();
  await expect(page.getByRole("heading", { name: "Your change is made" })).toBeVisible();
  const group = await (await browser.newContext()).newPage();
  await signedIn(group, server, "group", "/group-home/people?show=in_force");
  await expect(group.getByRole("row", { name: /Maria Santos/ })).toContainText("Maria, Mateo");
  await expect(group.getByRole("row", { name: /Maria Santos/ })).toContainText("$71.21");
  await page.getByRole("button", { name: "Undo until midnight" }).click();
  await expect(page.getByRole("heading", { name: "The change was taken back" })).toBeVisible();
  await group.context().close();
});

/** Fills in a change on the page of a policy, previews and writes it. */
async function change(policy: Page, kind: string, fill: () => Promise<void>): Promise<void> {
  await policy.locator("summary", { hasText: "Change" }).click();
  await policy.getByRole("link", { name: kind, exact: true }).click();
  await fill();
  await policy.getByRole("button", { name: "Preview" }).click();
  await expect(policy.getByRole("heading", { name: "Before and after" })).toBeVisible();
  await policy.getByRole("button", { name: "Write this change" }).click();
}

test("staff take a child off and cover her again; the member sees both stays", async ({
  page,
  server,
  browser,
}) => {
  const robin = await openOffice(browser, server, "/backoffice/coverage/policy/?q=PF-5004-2001");
  await robin.getByRole("link", { name: "PF-5004-2001" }).click();
  const choose = async (name: string) => {
    const who = robin.getByLabel("Who", { exact: true });
    const option = who.locator("option", { hasText: name });
    await who.selectOption((await option.getAttribute("value")) ?? "");
  };
  const cover = (from: string) => async () => {
    await choose("Elena Ferrer");
    await robin.getByLabel("From", { exact: true }).fill(from);
  };
  await change(robin, "Add a person", cover(day(-58)));
  await change(robin, "Take a person off", async () => {
    await choose("Elena Ferrer");
    await robin.getByLabel("First day without cover").fill(day(-40));
  });
  await change(robin, "Add a person", cover(day(-5)));
  await signedIn(page, server, "luis", "/coverage");
  const force = page.getByRole("region", { name: "In force" });
  await expect(force.getByRole("row", { name: /Fernhollow Accident Cash/ })).toContainText(
    `since ${day(-5)}`,
  );
  await expect(force).toContainText("$21.30");
  await page.getByRole("link", { name: /^Policy and history of Fernhollow/ }).click();
  const changes = page.getByRole("table", { name: "Every change of this policy" });
  const rows = [
    [day(-5), "Elena joined", "$11.90$21.30"],
    [day(-40), "Elena left", "$21.30$11.90"],
    [day(-58), "Elena joined", "$11.90$21.30"],
  ];
  for (const [at, [from, what, prices]] of rows.entries()) {
    const row = changes.getByRole("row").nth(at + 1);
    await expect(row).toContainText(`${from}${what}`);
    await expect(row).toContainText(prices ?? "");
  }
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  await screenshots(page, "stays");
  await robin.context().close();
});

import { expectAccessible, expectFits } from "./harness/axe";
import { expect, test } from "./harness/test";

test("a plan's own row in the store follows what is typed, the bar counts it, and missing Spanish is named before it is published", async ({
  page,
  server,
}) => {
  await page.goto(server.url("planfront", "/backoffice/login/?next=/backoffice/catalog/plan/1003/change/"));
  await page.locator("input[name=username]").fill("admin@demo.test");
  await page.locator("input[name=password]").fill("planfront-demo");
  await page.locator("input[name=password]").press("Enter");

  const rail = page.getByRole("complementary", { name: "As shoppers see it" });
  const row = (at: number) => page.frameLocator("[data-shop-frame] iframe.is-shown").nth(at);
  await expect(row(0).getByRole("heading", { name: "Halden Dental PPO 2500" })).toBeVisible();
  await expect(row(2).getByRole("article").filter({ hasText: "Halden Dental PPO 2500" })).toContainText(
    "Agregar al carrito",
  );
  await expect(rail).toContainText(
    "In network: you pay nothing. Out of network: you pay 20%. From the first day.",
  );
  await expect(rail).toContainText("Dentro de la red: usted no paga nada.");
  await expect(rail.getByRole("region", { name: "Rates in force" })).toContainText("a month");
  const bar = page.locator("#submit-row");
  await expect(bar.getByRole("status")).toHaveText("Nothing changed.");
  await expectAccessible(page);
  await expectFits(page);

  await page.locator("#id_name").fill("Halden Gold");
  await expect(bar.getByRole("status")).toHaveText("1 change, not saved.");
  await expect(row(0).getByRole("heading", { name: "Halden Gold" })).toBeVisible();
  await rail.locator("[name=shop_store]").selectOption({ label: "Copperline" });
  await expect(page.locator("[data-shop-frame] iframe.is-shown").first()).toHaveAttribute(
    "src",
    /copperline/,
  );
  await rail.locator("[name=shop_zip]").fill("00000");
  await expect(rail.locator("[data-why]")).toContainText("Copperline can't quote this shopper: ");

  await page.getByText("Texts", { exact: true }).click();
  await page.getByLabel("Blue bar (Spanish)").fill("");
  await page.getByLabel("Blue bar", { exact: true }).fill("New this year.");
  await bar.getByRole("button", { name: "Publish" }).press("Enter");
  const ask = page.getByRole("dialog", { name: "Publish without the Spanish?" });
  await expect(ask).toContainText("Blue bar");
  await ask.getByRole("button", { name: "Go back" }).press("Enter");
  await expect(ask).toBeHidden();
  await expect(page.getByLabel("Blue bar", { exact: true })).toHaveValue("New this year.");
});

import { signedIn } from "./harness/people";
import { inspected, Shopper } from "./harness/shopper";
import { BOTH_AT_LENGTH, expect, test } from "./harness/test";

test(
  "a rep enrolls a member on record, from the list to the receipt",
  BOTH_AT_LENGTH,
  async ({ page, server }) => {
    test.slow();
    await signedIn(page, server, "rep", "/agent-select-member");
    await page.getByRole("searchbox", { name: "Search members" }).fill("nora castellan");
    await page.getByRole("button", { name: "Enroll Now, Nora Castellan" }).click();
    await page.getByLabel("Member Only").check();
    await page.getByRole("button", { name: "See plans" }).click();
    const shopper = new Shopper(page, server, {
      brand: "planfront",
      signature: "type",
      signer: { name: "Nora Castellan" },
      atEach: inspected("existing"),
    });
    await shopper.pickFromListing();
    await shopper.checkOut();
    await expect(page.locator("#first_name")).toHaveValue("Nora");
    await expect(page.locator("#last_name")).toHaveValue("Castellan");
    await expect(page.locator("main")).not.toContainText("899550010");
    await shopper.enroll();
    await page.getByRole("link", { name: "Return to homepage" }).click();
    await page.waitForURL(/\/agent-home$/);
  },
);

for (const language of ["en", "es"]) {
  test(`a member who comes to a plan by its address is asked who is covered, in words (${language})`, async ({
    page,
    server,
  }) => {
    await signedIn(page, server, "member", "/coverage");
    await page.evaluate((chosen) => localStorage.setItem("language", chosen), language);
    await page.goto(server.url("planfront", "/plan/1002/x"));
    const tiers = page.getByRole("dialog").getByRole("radio");
    await expect(tiers).toHaveCount(4);
    const labels = await tiers.evaluateAll((all) => all.map((input) => input.closest("label")?.textContent));
    expect(labels.join()).toContain(language === "en" ? "Member + Children" : "Titular + hijos");
  });
}

import { inspected } from "../harness/shopper";
import { AT_LENGTH, expect, test } from "../harness/test";
import {
  answerSpouse,
  CHILD,
  fillContact,
  fillPerson,
  fillPersonal,
  goOn,
  next,
  openPanel,
  openStep,
  panelButton,
  quote,
} from "./support";

const look = inspected("tier-switch");
// Other journeys on the same server make the vision plan of the carts dearer.
const PLANS = [1002, 1101];

const WORDS = {
  en: {
    switch: "Switch to “You and your children”, $73.00 a month",
    switched: "Switched to “You and your children”",
    undo: "Undo",
    delete: /^Delete .*Castillo/,
    deleteNow: "Delete",
    more: "Add at least 2 dependents to continue.",
  },
  es: {
    switch: /^Cambiar a .*\$73\.00/,
    switched: /^Cambiado a |^Cambió a |^Se cambió a /,
    undo: "Deshacer",
    delete: /^Eliminar a .*Castillo/,
    deleteNow: "Eliminar",
    more: "",
  },
} as const;

for (const [language, brand, often] of [
  ["en", "planfront", {}],
  ["es", "juniper", AT_LENGTH],
] as const) {
  test(
    `one child and no spouse: the tier that fits in one press, and back: ${language}, ${brand}`,
    often,
    async ({ page, server }) => {
      test.slow();
      const words = WORDS[language];
      await quote(page, server, { tier: "IF", plans: PLANS, language, brand });
      await openStep(page, "personal-info");
      await fillPersonal(page);
      await goOn(page, "contact-info");
      await fillContact(page);
      await goOn(page, "dependent-information");
      await answerSpouse(page, "no");
      await openPanel(page, "child");
      await fillPerson(page, CHILD);
      await panelButton(page, "submit").click();
      await page.getByRole("button", { name: words.delete }).click();
      await page.locator("dialog[open]").getByRole("button", { name: words.deleteNow }).click();
      await expect(page.locator("#spouse-choice"), "nobody is listed: it is asked again").toBeVisible();
      await expect(page.locator("main h2.sr").first(), "the list's heading").toBeFocused();
      await answerSpouse(page, "no");
      await openPanel(page, "child");
      await fillPerson(page, CHILD);
      await panelButton(page, "submit").click();

      const offer = page.getByRole("button", { name: words.switch });
      await expect(offer).toBeVisible();
      const total = page.locator("aside dl").last();
      await expect(total).toContainText("$104.35");
      await expect(next(page), "the list doesn't fit the family").toHaveCount(0);
      await look(page, `offer-${language}`);

      await offer.click();
      const done = page.getByRole("status").filter({ hasText: words.switched });
      await expect(done).toBeVisible();
      await expect(done).toContainText("$73.00");
      await expect(total).toContainText("$73.00");
      await expect(offer).toHaveCount(0);
      await expect(next(page)).toBeVisible();
      await look(page, `switched-${language}`);

      await page.getByRole("button", { name: words.undo }).click();
      await expect(offer).toBeVisible();
      await expect(total).toContainText("$104.35");

      await offer.click();
      await expect(done).toBeVisible();
      await goOn(page, "billing-information");
      await expect(total).toContainText("$73.00");
    },
  );
}

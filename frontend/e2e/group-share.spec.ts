import type { Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe";
import { type Profile, shopAs } from "./harness/profile";
import { screenshots } from "./harness/screenshots";
import { Shopper } from "./harness/shopper";
import { expect, test } from "./harness/test";

/** $33.20 a month, of which Acme pays $19.92; with the association's $5.00 the person pays $18.28. */
const GROUP_DENTAL = { id: 1014, name: "Halden Group Dental 2000" };
const ACME = { group: 101, portal: 2, cart: [GROUP_DENTAL.id] } satisfies Profile;
const PASSWORD = "planfront-demo";

/** What every page of the way says, from the listing to the receipt, by the name of the page. */
async function walk(page: Page, shopper: Shopper, prefix: string): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  const look = async (at: Page, name: string) => {
    await expectAccessible(at);
    texts[name] = (await at.locator("body").allInnerTexts()).join(" ").replace(/\s+/g, " ");
    await screenshots(at, `${prefix}-${name}`);
  };
  shopper.style.atEach = look;
  const pages = { plans: "/plans", plan: `/plan/${GROUP_DENTAL.id}/halden-group-dental-2000`, cart: "/cart" };
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(shopper.server.url(shopper.style.brand, path));
    await expect(
      page
        .locator("main")
        .getByText(/13\.28/)
        .first(),
    ).toBeVisible();
    await look(page, name);
  }
  await shopper.checkOut();
  await shopper.enroll();
  return texts;
}

function expectTexts(pageTexts: Record<string, string>, wanted: Record<string, (string | RegExp)[]>): void {
  for (const [name, texts] of Object.entries(wanted))
    for (const text of texts)
      expect(pageTexts[name], name).toEqual(
        typeof text === "string" ? expect.stringContaining(text) : expect.stringMatching(text),
      );
}

test("an employee whose group is billed reads on every page what comes from pay", async ({
  page,
  server,
}) => {
  test.slow();
  const member = { email: "luis@demo.test", password: PASSWORD };
  await shopAs(page, server, { ...ACME, member, type: "existing-member" });
  const shopper = new Shopper(page, server, {
    brand: "planfront",
    signature: "type",
    plans: [GROUP_DENTAL],
    signer: { name: "Luis Ferrer" },
  });
  const texts = await walk(page, shopper, "share-member");
  const sum = "From your pay each month $8.44 every two weeks. Acme Manufacturing pays $19.92. $18.28";
  expectTexts(texts, {
    plans: ["Your share is $13.28 a month: $6.13 every two weeks. Acme Manufacturing pays $19.92."],
    cart: [sum, "Nothing is taken from your pay until you sign and submit your enrollment."],
    "cart-confirmation": [
      "1 plan: $8.44 every two weeks from your pay. Acme Manufacturing pays $19.92 a month.",
    ],
    "before-you-start": [sum, "Acme Manufacturing is billed, and your share comes from your pay."],
    "billing-information": [
      sum,
      "Your share of $18.28 a month ($8.44 every two weeks) is deducted from your pay.",
    ],
    "agreement-signature": [sum, /I understand that coverage starts on [\d/]+, and that each carrier/],
    "review-confirm": [sum],
    receipt: [
      sum,
      "First deduction, $8.44 Acme Manufacturing takes it from your pay. After that $8.44 every two weeks.",
    ],
  });
  for (const text of Object.values(texts)) expect(text).not.toMatch(/first payment|is charged (on|each)/i);
});

test.describe("in Spanish on a phone", () => {
  test.use({ locale: "es-US", viewport: { width: 390, height: 844 }, hasTouch: true });

  test("the group's administrator reads of the person they enroll", async ({ page, server }) => {
    test.slow();
    const rep = { email: "group@demo.test", password: PASSWORD };
    const client = { client: 5007, process: "group", type: "existing-member" } as const;
    await shopAs(page, server, { ...ACME, ...client, rep, language: "es" });
    const shopper = new Shopper(page, server, {
      brand: "planfront",
      signature: "type",
      plans: [GROUP_DENTAL],
      signer: { name: "Aisha Rahman" },
    });
    const texts = await walk(page, shopper, "share-group");
    const line = "$8.44 cada dos semanas del salario de Aisha";
    expectTexts(texts, {
      plans: ["La parte de Aisha es $13.28 al mes: $6.13 cada dos semanas. Acme Manufacturing paga $19.92."],
      plan: ["La parte de Aisha: $6.13 cada dos semanas. Acme Manufacturing paga $19.92 al mes."],
      cart: ["Del salario de Aisha cada mes", "No se descuenta nada del salario de Aisha hasta que"],
      "cart-confirmation": [`1 plan: ${line}. Acme Manufacturing paga $19.92 al mes.`],
      "billing-information": [
        line,
        "La parte de Aisha de $18.28 al mes ($8.44 cada dos semanas) se descuenta",
      ],
      "review-confirm": ["Del salario de Aisha cada mes $18.28 $8.44 cada dos semanas, cobertura desde el"],
      receipt: ["Primer descuento, $8.44 Acme Manufacturing lo descuenta del salario de Aisha."],
    });
    for (const text of Object.values(texts)) expect(text).not.toMatch(/Su parte( es| de|:) \$/);
  });
});

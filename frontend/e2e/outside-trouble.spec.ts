import type { Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe";
import { screenshots } from "./harness/screenshots";
import type { Server } from "./harness/server";
import { AT_LENGTH, expect } from "./harness/test";
import { fillContact, fillPersonal, goOn, next, openStep, quote } from "./journeys/support";
import { be, testWithVendors } from "./outside-support";

const test = testWithVendors();
const DOUBTS = {
  en: {
    address: "We couldn't check this address with USPS. Please make sure it's right.",
    phone: "We couldn't check this phone number just now. Please make sure it's right.",
    email: "We couldn't check this email address just now. Please make sure it's right.",
  },
  es: {
    address: "No pudimos verificar esta dirección con USPS. Asegúrese de que sea correcta.",
    phone: "No pudimos verificar este número de teléfono en este momento. Asegúrese de que sea correcto.",
    email: "No pudimos verificar este correo electrónico en este momento. Asegúrese de que sea correcto.",
  },
};
type Port = keyof (typeof DOUBTS)["en"];
const ALL: Port[] = ["address", "phone", "email"];
/** How a vendor may fail, whose answer is then in doubt, and what staff read. */
const TROUBLES: { mood: string; ports: Port[]; staff: string }[] = [
  { mood: "status 500", ports: ALL, staff: "It answered with status 500." },
  { mood: "status 429", ports: ALL, staff: "It asked for fewer calls." },
  { mood: "redirect", ports: ALL, staff: "It answered with status 302." },
  { mood: "malformed", ports: ALL, staff: "Its answer isn't in a format we know." },
  { mood: "half", ports: ALL, staff: "Its answer was cut off." },
  { mood: "slow", ports: ["address"], staff: "It didn't answer in time." },
  { mood: "refused", ports: ["address"], staff: "It doesn't accept our key." },
  { mood: "auth_failure", ports: ["email"], staff: "It doesn't accept our key." },
  { mood: "temp_unavail", ports: ["email"], staff: "It answered with the error temp_unavail." },
  { mood: "key", ports: ["phone"], staff: "It doesn't accept our key." },
  { mood: "month", ports: ["phone"], staff: "It asked for fewer calls." },
];

/** Nothing was asked yet: breakers closed, nothing kept, nobody slowed. */
const forget = (server: Server) =>
  server.manage(
    "shell",
    "-v",
    "0",
    "-c",
    "from planfront.kernel.models import OutsideService, Throttle; from planfront.integrations.models import KeptAnswer; [m.objects.all().delete() for m in (OutsideService, Throttle, KeptAnswer)]",
  );

async function signIn(page: Page, server: Server): Promise<void> {
  await page.goto(server.url("planfront", "/backoffice/login/?next=/backoffice/outside/"));
  await page.locator("#id_username").fill("admin@demo.test");
  await page.locator("#id_password").fill("planfront-demo");
  await page.locator("#id_password").press("Enter");
  await expect(page.locator("h1#outside")).toBeVisible();
}

for (const [brand, language, width] of [
  ["planfront", "en", 1280],
  ["copperline", "es", 390],
] as const) {
  test(
    `doubt never blocks and loses nothing: ${brand}, ${language}, ${width}`,
    AT_LENGTH,
    async ({ page, server, vendors, browser }) => {
      test.setTimeout(600_000);
      const office = await browser.newPage();
      await signIn(office, server);
      await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
      await be(vendors, "well");
      await quote(page, server, { brand, language });
      await openStep(page, "personal-info");
      await fillPersonal(page);
      await goOn(page, "contact-info");
      await fillContact(page);
      for (const [index, { mood, ports, staff }] of TROUBLES.entries()) {
        await forget(server);
        await be(vendors, mood);
        const typed = {
          address1: `${90 + index} Lindenhall Ave`,
          phone_number: `(614) 555-01${30 + index}`,
          email_address: `casey${index}@mailbox.example`,
        };
        for (const [name, value] of Object.entries(typed)) await page.locator(`#${name}`).fill(value);
        await page.locator("#with_validation").check();
        await next(page).click();
        // The postal service has another address in mind where it answers.
        const keep = page.getByRole("button", { name: /^(Keep what I typed|Conservar lo que escribí)$/ });
        await expect(
          keep.or(page.locator("#payment_method, input[name=payment_method]").first()),
        ).toBeVisible();
        if (await keep.isVisible()) await keep.click();
        await expect(page).toHaveURL(/billing-information/);
        for (const port of ports) await expect(page.getByText(DOUBTS[language][port])).toBeVisible();
        if (index === 0) {
          await expectAccessible(page);
          await screenshots(page, `trouble-${brand}-${language}`);
        }
        await office.reload();
        for (const port of ports) await expect(office.locator(`li#${port}`)).toContainText(staff);
        if (index === 0) await screenshots(office, `trouble-office-${brand}`);
        await page.goBack();
        for (const [name, value] of Object.entries(typed))
          await expect(page.locator(`#${name}`)).toHaveValue(value);
      }
      await office.close();
    },
  );
}

import { readFile, writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe";
import { type Profile, shopAs } from "./harness/profile";
import { answerSecondApplication } from "./harness/second-application";
import type { Server } from "./harness/server";
import { DENTAL, inspected } from "./harness/shopper";
import { AT_LENGTH, expect, test } from "./harness/test";
import { fillAgreement, goOn, next, openStep, quote, signAgain } from "./journeys/support";

const look = inspected("signed");

/** Everything up to the signature by the calls that the pages make; how a page makes them is another journey's. */
async function answer(page: Page, id: string, more: Record<string, object> = {}): Promise<void> {
  await page.evaluate(
    async ({ id, more }) => {
      const post = async (path: string, body: unknown, token = "") => {
        const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
        const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
        const reply = await (await fetch(`/api/v1/${path}`, init)).json();
        if (reply.status !== "success") throw new Error(`${path}: ${JSON.stringify(reply)}`);
        return reply.data;
      };
      const { token } = await post("session", {});
      const save = (path: string, body: object) => post(path, { enrollment_id: id, ...body }, token);
      await save("save-personal-info", {
        first_name: "Maren",
        last_name: "Castillo",
        marital_status: "1",
        ssn: "512444821",
      });
      await save("save-contact-info", {
        email_address: "maren.castillo@mailbox.example",
        phone_number: "6145550193",
        address1: "88 Lindenhall Ave",
        city: "Columbus",
        zip: "43215",
        state: "OH",
        birth_state: "NM",
        birth_city: "Las Cruces",
      });
      await save("save-billing-info", {
        payment_method: "eft",
        account_name: "Maren Castillo",
        routing_number: "110000000",
        bank_name: "Harborlight Bank",
        account_number: "000123457710",
        account_type: "checking",
        account_holder_type: "individual",
        bill_date: "28",
      });
      for (const [path, body] of Object.entries(more)) await save(path, body);
    },
    { id, more },
  );
}

const picture = (page: Page, name: string) =>
  page.waitForResponse(
    (response) =>
      response.url().endsWith("/save-screenshot") && response.request().postDataJSON().name === name,
  );

test("a signed application is saved from the receipt and proved genuine; a changed one is not", async ({
  page,
  server,
}, info) => {
  const id = await quote(page, server);
  await answer(page, id);
  await openStep(page, "agreement-signature");
  await fillAgreement(page, "type");
  await goOn(page, "review-confirm");

  await openStep(page, "contact-info");
  const contact = picture(page, "contact_info");
  await next(page).click();
  expect((await contact).status()).toBe(200);
  await openStep(page, "review-confirm");
  await answerSecondApplication(page);
  const review = picture(page, "review_info");
  await next(page).click();
  await page.waitForURL("**/enrollment/receipt**");
  await expect(
    page.getByText("will be sent to you and also to the client with the subject Enrollment Receipt"),
  ).toBeVisible();
  expect((await review).status()).toBe(200);
  await look(page, "receipt");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner").getByRole("link")).toHaveCount(1);
  await expect(page.getByRole("banner").getByRole("button")).toHaveCount(0);
  await page.emulateMedia({ media: "screen" });

  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save signed application (PDF)" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^planfront-signed-application-\d+\.pdf$/);
  const path = info.outputPath("signed.pdf");
  await saved.saveAs(path);

  await page.goBack();
  await page.waitForURL("**/enrollment/receipt**");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dear Maren, Thank you,");
  await expect(page.getByRole("region", { name: "Location Permission" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Print 2 cards" })).toBeVisible();
  const home = page.getByRole("link", { name: "Return to homepage" });
  await expect(home).toHaveAttribute("href", "/member-home");
  await home.click();
  await expect(page, "an applicant without an account").toHaveURL(server.url("planfront", "/"));
  await expect(page.getByRole("button", { name: "Submit", exact: true })).toBeVisible();

  await page.goto(server.url("planfront", "/verify"));
  const check = page.getByRole("button", { name: "Check", exact: true });
  await check.click();
  await expect(page.getByText("Enter the code of the document or choose its file.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("PDF file").setInputFiles(path);
  await check.click();
  await expect(page.getByText("Genuine and unchanged", { exact: true })).toBeVisible();
  await expect(page.locator("main")).not.toContainText("Castillo");
  await look(page, "genuine");

  const changed = info.outputPath("changed.pdf");
  await writeFile(changed, Buffer.concat([await readFile(path), Buffer.from("\n")]));
  await page.getByLabel("PDF file").setInputFiles(changed);
  await check.click();
  await expect(page.getByText("Not ours, or changed")).toBeVisible();

  await page.goto(server.url("juniper", "/verify"));
  await page.getByLabel("PDF file").setInputFiles(path);
  await check.click();
  await expect(page.getByText("Not ours, or changed")).toBeVisible();
});

for (const [width, height, often] of [
  [1280, 900, AT_LENGTH],
  [390, 844, {}],
] as const) {
  test(
    `a billing date that changed is signed for again on Review at ${width} px`,
    often,
    async ({ page, server }) => {
      await page.setViewportSize({ width, height });
      const id = await quote(page, server);
      await answer(page, id);
      await openStep(page, "agreement-signature");
      await fillAgreement(page, "draw");
      await goOn(page, "review-confirm");
      await look(page, `review-signed-${width}`);

      await openStep(page, "agreement-signature");
      await expect(page.getByRole("heading", { name: "Signed by Maren Castillo" })).toBeVisible();
      await expect(page.locator("main canvas")).toHaveCount(0);
      await look(page, `agreement-signed-${width}`);
      await goOn(page, "review-confirm");

      await page.getByRole("link", { name: "Edit Details, Billing Info" }).click();
      await page.locator("label:has(input[name=bill_date][value='10'])").click();
      await next(page).click();
      await page.waitForURL("**/enrollment/review-confirm");
      const card = page.locator("#sign");
      await expect(card.getByRole("heading", { name: "Sign again: billing date changed" })).toBeVisible();
      await expect(card.getByRole("checkbox")).toHaveCount(1);
      await expect(page.getByRole("region", { name: "Billing Info" })).toContainText("10th of month");
      await next(page).click({ force: true });
      await expect(page, "an unsigned change is not sent").toHaveURL(/review-confirm$/);
      await look(page, `review-again-${width}`);

      await openStep(page, "agreement-signature");
      await expect(page.locator("main form input[type=checkbox]:checked")).toHaveCount(3);
      await look(page, `agreement-again-${width}`);
      await openStep(page, "review-confirm");
      if (width < 800) {
        const first = page.getByText(/^First payment \$\d/);
        await expect(first, "what is paid first is in view before Next").toBeInViewport();
        await expect(next(page)).not.toBeInViewport();
      }
      await signAgain(page, "draw");
      await expect(page.getByRole("heading", { name: "When you press Next" })).toBeVisible();
      await next(page).click();
      await page.waitForURL("**/enrollment/receipt**");
    },
  );
}

const REP = { email: "rep@demo.test", password: "planfront-demo" };
/** A plan of the demo world that only its applicant may sign for in Ohio. */
const TERM_LIFE = 1401;
const BENEFICIARY = {
  first_name: "Jonah",
  last_name: "Castillo",
  birthdate: "09/02/1987",
  ssn: "512443386",
  relationship: "spouse",
  beneficiary_percentage: "100",
};

/** Up to the signature, filled in by a rep for a client. */
async function byRep(
  page: Page,
  server: Server,
  profile: Profile,
  more: Record<string, object> = {},
): Promise<void> {
  await shopAs(page, server, { process: "rep", rep: REP, portal: 1, checkedOut: true, ...profile });
  const id = await page.evaluate(() => localStorage.getItem("tempId") ?? "");
  await answer(page, id, more);
  await openStep(page, "agreement-signature");
}

test("a rep signs in their own name and capacity, with the applicant's name beside it", async ({
  page,
  server,
}) => {
  await byRep(page, server, { cart: [DENTAL.id] });
  await expect(page.getByRole("radiogroup", { name: "Who signs?" })).toBeVisible();
  await expect(page.getByRole("group", { name: "Broker Verification" })).toBeVisible();
  await expect(page.getByLabel("Maren Castillo authorizes these payments.")).toBeVisible();
  await expect(page.getByRole("group", { name: "Electronic Signature" })).toContainText("Does not sign here");
  await look(page, "broker");
  await page.getByLabel("Maren Castillo signs").check();
  await expect(page.locator("main canvas")).toHaveCount(0);
  await expect(page.getByLabel("Client's email")).toHaveValue("maren.castillo@mailbox.example");
  await look(page, "broker-sends");
  await page.getByLabel("I sign as the broker").check();
  await fillAgreement(page, "draw");
  await goOn(page, "review-confirm");
  const signer = "Jordan Lee, broker (REP1001), for Maren Castillo";
  await expect(page.getByRole("heading", { name: `Signed by ${signer}` })).toBeVisible();
  await look(page, "broker-review");
  await next(page).click();
  await page.waitForURL("**/enrollment/receipt**");
  await expect(page.locator("main")).toContainText(signer);
});

test("where only the client may sign, a rep sends the application to its client", async ({
  page,
  server,
}) => {
  const life = { cart: [TERM_LIFE], premier: TERM_LIFE, agreed: [TERM_LIFE], more: { is_smoker: 0 } };
  await byRep(page, server, life, { "save-beneficiary-info": { beneficiaries: [BENEFICIARY] } });
  await expect(page.getByRole("heading", { name: "Maren Castillo must sign this one" })).toBeVisible();
  await expect(page.getByText(/own signature on Tern Harbor SteadyTerm 100 in Ohio\./)).toBeVisible();
  await expect(page.getByRole("radiogroup", { name: "Who signs?" })).toHaveCount(0);
  await expect(page.locator("main canvas")).toHaveCount(0);
  await look(page, "client-signs");

  await openStep(page, "review-confirm");
  await expect(page.getByRole("heading", { name: "Maren Castillo must sign this one" })).toBeVisible();
  await look(page, "client-signs-review");
  await page.locator("#sign").getByRole("link", { name: "Send to client" }).click();
  await page.getByLabel("Client's email").fill("nobody");
  await next(page).click();
  await expect(page.locator("#client-email-error")).toBeVisible();
  await page.getByLabel("Client's email").fill(`maren.${Date.now()}@mailbox.example`);
  await page.getByLabel("Your note").fill("Please check it and sign by Friday.");
  await next(page).click();
  await expect(page.getByText("Waiting for your client")).toBeVisible();
  await expect(page.getByText("Maren Castillo signs on their own device.")).toBeVisible();
  await expect(next(page)).toHaveCount(0);
});

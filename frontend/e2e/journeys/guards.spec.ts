import { expectAccessible } from "../harness/axe";
import { signedIn } from "../harness/people";
import { PLAIN } from "../harness/profile";
import { screenshots } from "../harness/screenshots";
import { answerSecondApplication } from "../harness/second-application";
import {
  AT_LENGTH,
  BOTH,
  BOTH_AT_LENGTH,
  expect,
  forgiveOutage,
  MAIN,
  MAIN_ON_BOTH,
  test,
} from "../harness/test";
import {
  acceptNewPrice,
  addPerson,
  answerSpouse,
  CHILD,
  fillBilling,
  fillContact,
  fillPersonal,
  goOn,
  holdBack,
  next,
  openPanel,
  openStep,
  panel,
  quote,
  SPOUSE,
  walkToReview,
} from "./support";

test(
  "unknown and locked steps lead back to where one left off, with the reason",
  MAIN,
  async ({ page, server }) => {
    await quote(page, server);
    await openStep(page, "billing-information");
    await expect(page).toHaveURL(/personal-info$/);
    await expect(page.getByText("Please complete this step first.")).toBeVisible();
    await fillPersonal(page);
    await goOn(page, "contact-info");
    await openStep(page, "no-such-step");
    await expect(page).toHaveURL(/contact-info$/);
    await expect(page.getByText("That step is not part of your application.")).toBeVisible();
  },
);

test(
  "Back, Forward, a reload and a second tab lose nothing that was typed",
  BOTH_AT_LENGTH,
  async ({ page, server }) => {
    await quote(page, server);
    await openStep(page, "personal-info");
    await fillPersonal(page);
    await goOn(page, "contact-info");
    await page.locator("#address1").fill("88 Lindenhall Ave");
    await page.goBack();
    await expect(page.locator("#first_name")).toHaveValue("Maren");
    await expect(page.locator("#ssn")).toHaveValue("Ending 4821");
    await page.goForward();
    await expect(page.locator("#address1")).toHaveValue("88 Lindenhall Ave");
    await page.locator("#birth_city").fill("Las Cruces");
    await expect(page.getByText(/Draft saved/)).toBeVisible();
    await page.reload();
    await expect(page.locator("#birth_city")).toHaveValue("Las Cruces");
    const other = await page.context().newPage();
    await other.goto(page.url());
    await expect(other.locator("#birth_city")).toHaveValue("Las Cruces");
    await other.close();
    await page.getByRole("button", { name: "Back" }).click();
    await expect(page).toHaveURL(/personal-info$/);
    await page.getByRole("button", { name: "Back" }).click();
    await expect(page).toHaveURL(/\/cart$/);
  },
);

test(
  "two tabs that change the same answer are asked which one to keep",
  MAIN_ON_BOTH,
  async ({ page, server }) => {
    await quote(page, server);
    await openStep(page, "personal-info");
    const other = await page.context().newPage();
    await other.goto(page.url());
    const typed = other.waitForResponse((answer) => /Mary/.test(answer.request().postData() ?? ""));
    await other.locator("#first_name").fill("Mary");
    await other.locator("#middle_name").fill("Ann");
    await typed;
    await fillPersonal(page);
    await next(page).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("radio"), "of a step that nobody has saved").toHaveCount(2);
    await expect(dialog.getByRole("radio", { name: /Maren/ })).toBeChecked();
    await dialog.getByRole("radio", { name: /Mary/ }).check();
    await dialog.getByRole("button", { name: "Keep the chosen answers" }).click();
    await expect(page.locator("#middle_name")).toHaveValue("Ann");
    await page.locator("#first_name").fill("Maren");
    await goOn(page, "contact-info");
    await other.goto(page.url());
    const kept = other.waitForResponse((answer) => /Dublin/.test(answer.request().postData() ?? ""));
    await other.locator("#address2").fill("Unit 9");
    await other.locator("#city").fill("Dublin");
    await kept;
    await page.locator("#city").fill("Bexley");
    await page.locator("#address1").focus();
    await expect(dialog).toContainText("These answers were changed somewhere else");
    await expect(dialog.getByRole("radio")).toHaveCount(2);
    await expectAccessible(page);
    await screenshots(page, "wizard-conflict");
    await expect(page.locator("#address2"), "nothing was typed here").toHaveValue("Unit 9");
    await dialog.getByRole("radio", { name: /Dublin/ }).check();
    await dialog.getByRole("button", { name: "Keep the chosen answers" }).click();
    await expect(page.locator("#city")).toHaveValue("Dublin");
    await fillContact(page);
    await goOn(page, "billing-information");
    await other.close();
  },
);

test(
  "a double press on Next saves once, and no frame is without a heading",
  BOTH,
  async ({ page, server }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await quote(page, server);
    await openStep(page, "personal-info");
    await fillPersonal(page);
    let saves = 0;
    page.on("request", (request) => {
      if (request.url().includes("save-personal-info")) saves += 1;
    });
    await page.evaluate(() => {
      document.body.dataset.blank = "0";
      const look = () => {
        const heading = document.querySelector("main h1");
        const blank = !heading || getComputedStyle(heading).visibility !== "visible";
        if (blank) document.body.dataset.blank = String(Number(document.body.dataset.blank) + 1);
        requestAnimationFrame(look);
      };
      look();
    });
    await next(page).dblclick();
    await expect(page).toHaveURL(/contact-info/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contact Information");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    expect(saves).toBe(1);
    // A form that is still on its way has its heading, too.
    const personal = await holdBack(page, "**/get-form-fields-personal-info*");
    await page.getByRole("button", { name: "Back" }).click();
    await expect(page).toHaveURL(/personal-info/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Personal Information");
    await personal();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page.locator("body")).toHaveAttribute("data-blank", "0");
  },
);

test("without a connection nothing typed is lost", MAIN, async ({ page, server, complaints }) => {
  await quote(page, server);
  await openStep(page, "personal-info");
  await page.context().setOffline(true);
  await fillPersonal(page);
  await expect(
    page.getByText("Not saved yet. We'll keep trying, and your answers stay on this page."),
  ).toBeVisible();
  await next(page).click();
  await expect(page.locator("main form").getByRole("alert")).toContainText("We couldn't reach the server.");
  await expect(page.locator("#first_name")).toHaveValue("Maren");
  await page.context().setOffline(false);
  await expect(
    page.getByText("You're back online. You can continue; nothing you entered was lost."),
  ).toBeVisible();
  await expect(page.locator("main form").getByRole("alert")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByText(/Draft saved/)).toBeVisible();
  await goOn(page, "contact-info");

  await page.reload(); // so that the code of the step before isn't here yet
  await expect(page.locator("main form")).toBeVisible();
  await page.context().setOffline(true);
  await page.locator("#address1").fill("88 Lindenhall Ave");
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Personal Information");
  await page.context().setOffline(false);
  await expect(page.locator("#first_name")).toHaveValue("Maren");
  await page.goBack();
  await expect(page.locator("#address1")).toHaveValue("88 Lindenhall Ave");
  forgiveOutage(complaints);
});

test("a sign-in that ends in mid-step loses nothing that was typed but the number", async ({
  page,
  server,
}) => {
  await signedIn(page, server, "rep", "/agent-home");
  await quote(page, server, { process: "rep" });
  await openStep(page, "personal-info");
  // Whatever is on its way when the sign-in ends would end the page, too, before the next name is typed.
  const lastDraft = page.waitForResponse((answer) =>
    Boolean(answer.url().endsWith("/save-draft") && answer.request().postData()?.includes("marital_status")),
  );
  await fillPersonal(page);
  await lastDraft;
  await expect(page.getByText(/Draft saved/)).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(server.url("planfront", PLAIN));
  await other.evaluate(async () => {
    const ask = (path: string, headers = {}) =>
      fetch(`/api/v1/session${path}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body: "{}",
      });
    const { token } = (await (await ask("")).json()).data;
    await ask("/sign-out", { Authorization: `Bearer ${token}` });
  });
  await other.close();
  await page.locator("#middle_name").fill("Lee");
  await expect(page).toHaveURL(/sign-in/);
  await page.getByLabel("Email").fill("rep@demo.test");
  await page.getByRole("textbox", { name: "Password" }).fill("planfront-demo");
  await page.locator("main").getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/personal-info/);
  await expect(page.locator("#first_name")).toHaveValue("Maren");
  await expect(page.locator("#middle_name")).toHaveValue("Lee");
  await expect(page.locator("#ssn")).toHaveValue("");
  await expect(page.getByText(/Draft saved/)).toBeVisible();
  await page.reload();
  await expect(page.locator("#middle_name")).toHaveValue("Lee");
});

test("an answer that changes the price is asked first", BOTH_AT_LENGTH, async ({ page, server }) => {
  const family = { dep_dob: "01/01/1995", no_of_children: "1" };
  await quote(page, server, { tier: "IF", plans: [1005], family });
  await openStep(page, "personal-info");
  await fillPersonal(page);
  await goOn(page, "contact-info");
  await fillContact(page);
  await goOn(page, "dependent-information");
  await answerSpouse(page, "yes");
  await addPerson(page, "spouse", SPOUSE);
  await addPerson(page, "child", CHILD);
  await addPerson(page, "child", { first: "Theo", born: "11/30/2020", ssn: "512441208" });
  const before = await page.getByRole("complementary").textContent();
  await next(page).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Your price changes");
  await expectAccessible(page);
  await screenshots(page, "wizard-price");
  await dialog.getByRole("button", { name: "Back" }).click();
  await expect(page).toHaveURL(/dependent-information$/);
  await next(page).click();
  await dialog.getByRole("button", { name: "Continue with the new price" }).click();
  await expect(page).toHaveURL(/billing-information$/);
  await expect(page.getByRole("complementary")).not.toHaveText(before ?? "");
});

test("another visitor's application is not there", BOTH_AT_LENGTH, async ({ page, server, browser }) => {
  const id = await quote(page, server);
  const stranger = await browser.newContext();
  const theirs = await stranger.newPage();
  await theirs.goto(server.url("planfront", "/continue-enrollment"));
  await theirs.evaluate((value) => localStorage.setItem("tempId", value), id);
  await theirs.goto(server.url("planfront", "/enrollment/personal-info"));
  await expect(theirs.getByRole("heading", { level: 1 })).toHaveText("Your session has ended");
  await expectAccessible(theirs);
  const statuses = await theirs.evaluate(async (enrollmentId) => {
    const session = await fetch("/api/v1/session", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: "{}",
    });
    const headers = {
      Authorization: `Bearer ${(await session.json()).data.token}`,
      "Content-Type": "application/json",
    };
    const reads = ["get-form-fields-personal-info", "get-plan-cart", "get-agreement-texts", "get-receipt"];
    const writes = {
      "save-personal-info": {},
      "save-draft": { tab_name: "contact_info", values: {} },
      "save-review-info": {},
      "save-dependent-info": { dependents: [] },
    };
    const codes: number[] = [];
    for (const name of reads) {
      codes.push((await fetch(`/api/v1/${name}?enrollment_id=${enrollmentId}`, { headers })).status);
    }
    for (const [name, values] of Object.entries(writes)) {
      const body = JSON.stringify({ enrollment_id: enrollmentId, ...values });
      codes.push((await fetch(`/api/v1/${name}`, { method: "POST", headers, body })).status);
    }
    return codes;
  }, id);
  expect(new Set(statuses)).toEqual(new Set([404]));
  await stranger.close();
});

test("after kill -9 of the server the visitor goes on where they were", {
  tag: [BOTH.tag, AT_LENGTH.tag],
}, async ({ page, server, complaints }) => {
  // each run has it on PostgreSQL; SQLite's is brands.spec.ts
  test.setTimeout(180_000);
  await quote(page, server, { tier: "IF" });
  await openStep(page, "personal-info");
  await fillPersonal(page);
  await goOn(page, "contact-info");
  await fillContact(page);
  await expect(page.getByText(/Draft saved/)).toBeVisible();
  await server.kill("web");
  await page.reload();
  await expect(page.locator("#birth_city")).toHaveValue("Las Cruces");
  await goOn(page, "dependent-information");
  await answerSpouse(page, "yes");
  await addPerson(page, "spouse", SPOUSE);
  await openPanel(page, "child");
  await page.locator("#first_name").fill(CHILD.first);
  await page.locator("#last_name").fill("Castillo");
  await page.waitForResponse((response) => response.url().includes("save-draft"));
  await server.kill("web");
  await page.reload();
  await expect(panel(page)).toBeVisible();
  await expect(page.locator("#first_name")).toHaveValue(CHILD.first);
  await page.getByRole("button", { name: "Cancel" }).click();
  await addPerson(page, "child", CHILD);
  await acceptNewPrice(page, "billing-information");
  await fillBilling(page);
  await goOn(page, "agreement-signature");
  await server.kill("web");
  await page.reload();
  await expect(page).toHaveURL(/agreement-signature/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Agreement, Application and Authorization",
  );
  forgiveOutage(complaints);
});

test(
  "an edit from the review comes straight back, and a submitted application opens its receipt",
  BOTH_AT_LENGTH,
  async ({ page, server }) => {
    await quote(page, server);
    await walkToReview(page);
    await page.getByRole("link", { name: "Edit Details, Contact Info" }).click();
    await expect(page).toHaveURL(/contact-info\?return=review$/);
    await expect(page.locator("#address1")).toHaveValue("88 Lindenhall Ave");
    await next(page).click();
    await expect(page).toHaveURL(/review-confirm$/);
    const address = page.url();
    const other = await page.context().newPage();
    await other.goto(address.replace("review-confirm", "contact-info"));
    await expect(other.locator("#address1")).toBeVisible();
    await answerSecondApplication(page);
    await next(page).click();
    await expect(page).toHaveURL(/receipt/);
    await expect(other, "a window that was left open").toHaveURL(/receipt/);
    await other.close();
    const id = new URL(page.url()).searchParams.get("enrollment");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dear Maren, Thank you,");
    await page.goto(address);
    await expect(page, "this tab knows its last receipt").toHaveURL(/receipt/);
    await page.evaluate((given) => localStorage.setItem("tempId", given ?? ""), id);
    await page.goto(address);
    await expect(page).toHaveURL(/receipt/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dear Maren, Thank you,");
  },
);

test("a submission that fails offers to save the application", async ({ page, server }) => {
  await quote(page, server);
  await walkToReview(page);
  await page.route("**/api/v1/save-review-info", (route) =>
    route.fulfill({ status: 422, json: { status: "error", statusCode: 422, message: "Not now.", data: [] } }),
  );
  await next(page).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading")).toHaveText("Something went wrong. Please save your enrollment.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save and Continue Later" }).click();
  await expect(dialog.getByRole("heading")).toHaveText(
    "Please enter the alternate email you want to send Enrollment code to?",
  );
  await dialog.getByRole("button", { name: "Back" }).click();
  await page.unroute("**/api/v1/save-review-info");
  await next(page).click();
  await expect(page).toHaveURL(/receipt/);
});

test("parts of the wizard that could not be fetched are asked for again, and what was typed stays", async ({
  page,
  server,
  complaints,
}) => {
  await page.route(/\/ContactStep-[^?]*$/, (route) => route.abort("connectionreset"));
  await quote(page, server);
  await openStep(page, "personal-info");
  await fillPersonal(page);
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Save & Continue Later" }).click();
  await page.context().setOffline(false);
  await expect(page.getByRole("dialog").getByLabel("Email")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.locator("#ssn")).toHaveValue("512-44-4821");
  await goOn(page, "contact-info");
  await expect(page.locator("#email_address")).toBeVisible();
  forgiveOutage(complaints);
});

test("the contact step works by keyboard alone", async ({ page, server }) => {
  await quote(page, server);
  await openStep(page, "personal-info");
  await fillPersonal(page);
  await next(page).press("Enter");
  await expect(page).toHaveURL(/contact-info/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.locator("#email_address")).toBeFocused();
  const keys: [string, string][] = [
    ["email_address", "maren.castillo@mailbox.example"],
    ["phone_number", "6145550193"],
    ["address1", "88 Lindenhall Ave"],
    ["address2", ""],
    ["zip", ""],
    ["state", ""],
    ["city", ""],
    ["with_validation", ""],
    ["mailing_differs", ""],
    ["birth_state", "New M"],
    ["birth_city", "Las Cruces"],
  ];
  for (const [id, text] of keys) {
    await expect(page.locator(`#${id}`)).toBeFocused();
    if (text) await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await page.locator("#birth_city").press("Enter");
  await expect(page).toHaveURL(/billing-information/);
});

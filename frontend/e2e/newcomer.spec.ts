import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Server } from "./harness/server";
import { expect, test } from "./harness/test";
import { fillContact, fillPersonal, goOn, goOnInOneCall, next, openStep, quote } from "./journeys/support";

const ROOT = resolve(fileURLToPath(import.meta.url), "../../..");

/** A store that runs a copy of the sources with a throw-away step and a throw-away field (tests/newcomer). */
const newcomers = test.extend<object, { server: Server }>({
  server: [
    async ({ database }, use) => {
      const copy = mkdtempSync(join(tmpdir(), "planfront-newcomer-"));
      execFileSync(join(ROOT, ".venv/bin/python"), ["tests/newcomer/additions.py", copy], { cwd: ROOT });
      const server = await Server.start(database, copy);
      await use(server);
      await server.stop();
      rmSync(copy, { recursive: true });
    },
    { scope: "worker", timeout: 270_000 },
  ],
});

newcomers(
  "a step and a field that were added as documented are asked, kept and saved by pages that were built before",
  async ({ page, server }) => {
    test.slow();
    await quote(page, server);
    await openStep(page, "personal-info");
    await fillPersonal(page);
    await next(page).click();
    await expect(page.locator("#nickname-error")).toContainText("Field is required");
    await page.locator("#nickname").fill("Mo");
    await goOn(page, "contact-info");
    await fillContact(page);
    await goOnInOneCall(page, "household", "save-contact-info");

    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Household");
    await expect(page).toHaveTitle(/^Household – Step 3 of 6/);
    await next(page).click();
    await expect(page.locator("#first_name-error")).toContainText("Field is required");
    await expect(page.locator("#carrier")).toHaveCount(0);
    const kept = page.waitForResponse(
      (answer) => answer.url().includes("save-draft") && (answer.request().postData() ?? "").includes("Iris"),
    );
    await page.locator("#ssn").fill("523456789");
    await page.locator("#since").fill("02/01/2020");
    await page.locator("#kind").selectOption({ label: "Flat" });
    await page.locator("label", { hasText: /^Yes$/ }).click();
    await page.locator("#carrier").fill("Old Oak Mutual");
    await page.locator("#rooms").fill("0");
    await page.getByRole("checkbox", { name: "Cat" }).check();
    await page.locator("#first_name").fill("Iris");
    await page.locator("#first_name").blur();
    await kept;

    await page.reload();
    await expect(page.locator("#first_name")).toHaveValue("Iris");
    await expect(page.locator("#carrier")).toHaveValue("Old Oak Mutual");
    await expect(page.getByRole("checkbox", { name: "Cat" })).toBeChecked();
    await expect(page.locator("#ssn"), "a number is never kept in a draft").toHaveValue("");
    await page.locator("#ssn").fill("523456789");
    await next(page).click();
    await expect(page.locator("#rooms-error")).toContainText("Enter 1 or more.");
    await page.locator("#rooms").fill("4");
    await goOnInOneCall(page, "billing-information", "save-household");

    await page.goto(server.url("planfront", "/enrollment/household"));
    await expect(page.locator("#ssn")).toHaveValue("Ending 6789");
    await page.evaluate(() => localStorage.setItem("language", "es"));
    await page.reload();
    await expect(page.locator("label[for=first_name]")).toContainText("Nombre");
  },
);

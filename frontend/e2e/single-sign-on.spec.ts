import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expectAccessible } from "./harness/axe";
import { expect, test } from "./harness/test";

const ROOT = resolve(fileURLToPath(import.meta.url), "../../..");
let provider: ChildProcess;

/** The provider of the Python tests, on a port of its own; the brand's single sign-on is switched on for it. */
test.beforeAll(async ({ server }) => {
  provider = spawn(join(ROOT, ".venv/bin/python"), ["-m", "planfront.accounts.tests.provider"], {
    env: {
      ...process.env,
      PYTHONPATH: join(ROOT, "src"),
      DJANGO_SETTINGS_MODULE: "planfront.config.settings",
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [issuer] = await once(createInterface(provider.stdout as NodeJS.ReadableStream), "line");
  const on = `
from planfront.brands.models import Brand
from planfront.accounts.models import SingleSignOn
SingleSignOn.objects.create(brand=Brand.objects.get(key="planfront"), active=True, name="Shop ID", issuer="${issuer}",
    client_id="planfront-store", client_secret="a secret of the client", roles=["rep", "member"])`;
  await server.manage("shell", "-v", "0", "-c", on);
});

test.afterAll(async ({ server }) => {
  const off = "from planfront.accounts.models import SingleSignOn; SingleSignOn.objects.all().delete()";
  await server.manage("shell", "-v", "0", "-c", off);
  provider.stdin?.end();
});

test("a rep signs in with the brand's own provider; whoever has no account there is told so", async ({
  page,
  server,
}) => {
  const there = async (email: string) => {
    await page.goto(server.url("planfront", "/sign-in"));
    await page.getByRole("button", { name: "Sign in with Shop ID" }).click();
    await expect(page.getByRole("heading", { name: "Shop ID" })).toBeVisible();
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Continue" }).click();
  };
  await there("stranger@elsewhere.example");
  await expect(page.getByRole("alert")).toContainText("No account here can sign in with Shop ID.");
  await expectAccessible(page);
  await there("group@demo.test");
  await expect(page.getByRole("alert")).toContainText("No account here can sign in with Shop ID.");
  await there("rep@demo.test");
  await expect(page).toHaveURL(/\/agent-home$/);
  await expect(
    page.getByRole("heading", { name: /^Good (morning|afternoon|evening), Jordan$/ }),
  ).toBeVisible();
  await page.reload();
  await expect(
    page.getByRole("heading", { name: /^Good (morning|afternoon|evening), Jordan$/ }),
  ).toBeVisible();
});

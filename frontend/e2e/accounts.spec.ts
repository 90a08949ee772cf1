import { expectAccessible } from "./harness/axe";
import { screenshots } from "./harness/screenshots";
import { expect, forgiveOutage, MAIN, test } from "./harness/test";
import { mailFromOutbox } from "./journeys/support";

const MEMBER = { email: "member@demo.test", password: "planfront-demo" };
const NEW = "four-warm-otters-9";

/** Other journeys on this store sign in as the same member. */
test.afterAll(async ({ server }) => {
  const before = `user = User.objects.get(email="${MEMBER.email}"); user.set_password("${MEMBER.password}"); user.save()`;
  await server.manage("shell", "-v", "0", "-c", before);
});

test(
  "a member signs in, times out, sets a new password by mail and signs out",
  MAIN,
  async ({ page, server, complaints }) => {
    await page.clock.install();
    await page.goto(server.url("planfront", "/account"));
    await expect(page).toHaveURL(/\/sign-in\?next=%2Faccount$/);
    const email = page.getByLabel("Email");
    const password = page.getByLabel("Password", { exact: true });
    const enter = page.locator("main").getByRole("button", { name: "Sign in", exact: true });
    await email.fill(MEMBER.email);
    await password.fill("wrong");
    await page.getByRole("button", { name: "Show password" }).click();
    await expect(password).toHaveAttribute("type", "text");
    await enter.click();
    await expect(page.getByRole("alert")).toContainText("The email or password isn't correct.");
    await expectAccessible(page);
    await password.fill(MEMBER.password);
    await enter.click();
    await expect(page.getByRole("heading", { name: "Account and security" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Your account: Maria Santos" })).toBeVisible();
    await expectAccessible(page);
    await screenshots(page, "account");

    await page.clock.fastForward("13:05");
    const warning = page.getByRole("dialog", { name: "Are you still there?" });
    await expect(warning.getByRole("status")).toContainText("You will be signed out in 120 seconds.");
    await expectAccessible(page);
    await screenshots(page, "idle");
    await warning.getByRole("button", { name: "Stay signed in" }).last().click();
    await expect(warning).toBeHidden();
    await page.clock.fastForward("15:05");
    await expect(page.locator("main").getByRole("status")).toContainText(
      "You were signed out after 15 minutes.",
    );
    await expect(page).toHaveURL(/next=%2Faccount&reason=idle$/);

    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeFocused();
    await page.getByLabel("Email").fill(MEMBER.email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await expect(page.getByText("Check your inbox")).toBeVisible();
    const link = /\/sign-in\/new-password#[\w-]+/.exec(await mailFromOutbox(page, server, MEMBER.email))?.[0];
    await page.goto(server.url("planfront", link));
    await page.getByLabel("New password").fill("password");
    await page.getByRole("button", { name: "Save the password" }).click();
    await expect(page.getByRole("alert")).toContainText("This password is too common.");
    await page.getByLabel("New password").fill(NEW);
    await page.getByRole("button", { name: "Save the password" }).click();
    await page.locator("main").getByRole("link", { name: "Sign in" }).click();
    await email.fill(MEMBER.email);
    await password.fill(NEW);
    await enter.click();
    await expect(page).toHaveURL(/\/coverage$/);
    // A page that opens takes the focus, which closes a menu that was opened before it.
    await expect(page.getByRole("heading", { name: "Hello, Maria" })).toBeVisible();
    await page.getByRole("button", { name: "Your account: Maria Santos" }).click();
    // The server doesn't hear of it: the next call of this browser tells it first.
    await page.route("**/session/sign-out", (route) => route.abort("connectionfailed"), { times: 1 });
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
    await page.goto(server.url("planfront", "/member-home"));
    await expect(page).toHaveURL(/\/sign-in\?next=%2Fcoverage$/);
    await expect.poll(() => page.evaluate(() => localStorage.getItem("leaving"))).toBeNull();
    forgiveOutage(complaints);
  },
);

import { expectAccessible } from "./harness/axe";
import { DENTAL } from "./harness/shopper";
import { expect, forgiveOutage, test } from "./harness/test";

const LANDINGS = [
  ["rep", "/jordan-lee", "Jordan Lee"],
  ["group", "/acme", "Acme Manufacturing"],
] as const;

for (const [kind, path, name] of LANDINGS) {
  test(`a visit that starts at a ${kind}'s page stays below it`, async ({ page, server }) => {
    await page.goto(server.url("planfront", path));
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(page).toHaveTitle(`${name} – Planfront`);
    await page.goto(server.url("planfront", `${path}/plans?type=dental`));
    await expect(page.getByRole("heading", { level: 1, name: "Dental Plans" })).toBeVisible();
    await page.getByRole("link", { name: DENTAL.name }).first().click();
    await expect(page).toHaveURL(new RegExp(`${path}/plan/${DENTAL.id}/halden-dental-ppo-1500$`));
    await expect(page.getByRole("heading", { level: 1, name: DENTAL.name })).toBeVisible();
  });
}

test("the dental and vision brand has no other plans and says so to search engines", async ({
  page,
  server,
}) => {
  await page.goto(server.url("brightsmile"));
  await expect(page.locator('meta[name="description"]')).toHaveAttribute(
    "content",
    "Compare dental and vision plans at BrightSmile and enroll online.",
  );
  await page.goto(server.url("brightsmile", "/plans"));
  await expect(page.getByText(DENTAL.name).first()).toBeVisible();
  await expect(page.getByRole("checkbox", { name: /Vision Plans/ })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: /Term Life Plans/ })).toHaveCount(0);
});

test("a store whose scripts don't arrive says so and comes up on Try again", async ({
  page,
  server,
  complaints,
}) => {
  const scripts = "**/static/app/assets/*.js";
  await page.route(scripts, (route) => route.abort("connectionrefused"));
  await page.goto(server.url());
  await expect(page.getByText("This is taking longer than usual.")).toBeHidden();
  await expect(page.getByText("This is taking longer than usual.")).toBeVisible();
  await expectAccessible(page);
  await page.unroute(scripts);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("This is taking longer than usual.")).toBeHidden();
  forgiveOutage(complaints);
});

import { expectAccessible } from "./harness/axe";
import { screenshots } from "./harness/screenshots";
import { type BrandKey, HOSTS } from "./harness/server";
import { expect, forgiveOutage, test } from "./harness/test";

const NAMES: Record<BrandKey, string> = {
  planfront: "Planfront",
  juniper: "Juniper & Main",
  brightsmile: "BrightSmile",
  copperline: "Copperline",
};

for (const brand of Object.keys(HOSTS) as BrandKey[]) {
  test(`${NAMES[brand]} has its own home page, accessible`, async ({ page, server }) => {
    await page.goto(server.url(brand));
    await expect(page).toHaveTitle(new RegExp(NAMES[brand]));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(page);
    await screenshots(page, `home-${brand}`);
  });
}

test("a host that belongs to no brand gets a plain page with status 400", async ({ page, server }) => {
  const response = await page.goto(`http://nobody.localhost:${server.port}/`);
  expect(response?.status()).toBe(400);
});

test("the page forbids inline code and other origins", async ({ page, server }) => {
  const response = await page.goto(server.url());
  const policy = response?.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("style-src 'self'");
  expect(policy).not.toContain("unsafe");
});

test("a killed web server is back for the next click", async ({ page, server, complaints }) => {
  await page.goto(server.url());
  await page.waitForLoadState("networkidle");
  await server.kill("web");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  forgiveOutage(complaints);
});

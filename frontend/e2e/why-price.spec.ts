import { expectAccessible, expectFits } from "./harness/axe";
import { shopAs } from "./harness/profile";
import { screenshots } from "./harness/screenshots";
import { expect, MAIN, test } from "./harness/test";

const FAMILY = { zip: "75201", tier: "IF", more: { spouse_dob: "09/02/1988", no_of_children: 2 } } as const;

test(
  "a price is told in dollars that add up, with what would change it, each a press away",
  MAIN,
  async ({ page, server }) => {
    await shopAs(page, server, FAMILY);
    await page.goto(server.url("planfront", "/plan/1002/halden-dental-ppo-1500"));
    await page.getByRole("complementary").getByRole("button", { name: "Why this price?" }).press("Enter");
    const drawer = page.getByRole("dialog", { name: "Why this price" });
    await expect(
      drawer.getByRole("listitem").filter({ hasText: /^You(The|r (spouse|children|area))/ }),
    ).toHaveText([
      "YouThe price for one person$36.85",
      "Your spouseWhat a second person adds+ $34.90",
      "Your childrenThe same for any number of children+ $33.10",
      "Your areaPrices are 1.8% higher here+ $1.89",
    ]);
    await expect(drawer.getByText("Your monthly price$106.74")).toBeVisible();
    await expect(drawer.getByText("First payment$121.74")).toBeVisible();
    await expect(drawer.getByText("Not used: Age, Gender, Tobacco use, and Health.")).toBeVisible();
    await expectAccessible(page);
    await screenshots(page, "why-price");
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expectFits(page);
    }
    const smaller = drawer.getByRole("listitem").filter({ hasText: "$1,000 a year" });
    await expect(smaller).toHaveText("$1,000 a year− $21.84$84.90 a month");
    await smaller.getByRole("button").click();
    await expect(drawer.getByText("Your monthly price$84.90")).toBeVisible();
    const alone = drawer.getByRole("listitem").filter({ hasText: /^You−/ });
    await expect(alone.getByText("$29.83 a month")).toBeVisible();
    await alone.getByRole("button").press("Enter");
    await expect(drawer.getByText("Your monthly price$29.83")).toBeVisible();
    await expect(
      drawer.getByRole("status").filter({ hasText: "Your price is now $29.83 a month." }),
    ).toHaveCount(1);
    await expect(drawer.getByRole("heading", { name: "What would change it" })).toBeFocused();
    await expect(alone).toHaveCount(0);
    await drawer.getByRole("button", { name: "Edit my details" }).press("Enter");
    await expect(drawer).toHaveCount(0);
    await expect(page.getByLabel("Zip Code")).toBeFocused();
  },
);

test("a plan that is rated by age shows the rate at each age, and when the next step comes", async ({
  page,
  server,
}) => {
  await shopAs(page, server, FAMILY);
  await page.goto(server.url("planfront", "/plan/1009/halden-dental-byage-2000"));
  await page.getByRole("complementary").getByRole("button", { name: "Why this price?" }).press("Enter");
  const ages = page
    .getByRole("dialog", { name: "Why this price" })
    .getByRole("region", { name: "The rate at each age" });
  await expect(ages.getByText("You and your spouse are both in the age group 35 to 39.")).toBeVisible();
  await expect(ages.getByRole("img", { name: /^Monthly price by age: 18 to 24: \$27\.89/ })).toBeVisible();
  await expect(
    ages.getByText(
      /^You: the next price change is at age 40, \$1\.9\d more a month from \d\d\/\d\d\/20\d\d on\.$/,
    ),
  ).toBeVisible();
  await expectAccessible(page);
  await screenshots(page, "rate-by-age");
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectFits(page);
  }
});

test("an explanation that can't be read says so and comes when asked again", async ({ page, server }) => {
  await shopAs(page, server, FAMILY);
  await page.route(/get-plan-pricing-detail.*explain=true/, (route) =>
    route.fulfill({ status: 400, json: {} }),
  );
  await page.goto(server.url("planfront", "/plan/1002/halden-dental-ppo-1500"));
  await page.getByRole("complementary").getByRole("button", { name: "Why this price?" }).press("Enter");
  const drawer = page.getByRole("dialog", { name: "Why this price" });
  await expect(drawer.getByRole("alert")).toContainText("We could not load the explanation", {
    timeout: 15_000,
  });
  await expect(drawer.getByText("$106.74")).toBeVisible();
  await page.unroute(/get-plan-pricing-detail.*explain=true/);
  await drawer.getByRole("button", { name: "Try again" }).press("Enter");
  await expect(drawer.getByText("Your monthly price$106.74")).toBeVisible();
});

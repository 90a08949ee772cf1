/** The home page answers while the four questions are filled in. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe";
import { screenshots } from "./harness/screenshots";
import { expect, test } from "./harness/test";

/** Other journeys on the same server make a vision plan dearer, which may be the cheapest of all. */
const LOWEST = /Plans from \$\d+\.\d\d a month\./;

const status = (page: Page) => page.getByRole("status").filter({ hasText: "Halden Dental PPO 1500" });

async function giveTwo(page: Page, zip = "43215", tier = "IF") {
  await page.getByLabel("Zip Code").fill(zip);
  await page.getByLabel("Choose Tier").selectOption(tier);
}
async function giveRest(page: Page) {
  await page.getByLabel("Gender").selectOption("Female");
  await page.getByRole("textbox", { name: "DOB" }).fill("04/17/1989");
}

test("four answers open the folder, and the answers go on to the plan", async ({ page, server }) => {
  await page.goto(server.url("planfront", "/"));
  const folder = page.getByRole("region", { name: "Your folder" });
  await expect(folder).toHaveAttribute("data-state", "empty");
  await expect(folder).toContainText("Answer four questions to open it.");
  await expect(folder).toContainText(LOWEST);
  await giveTwo(page);
  await expect(folder).toHaveAttribute("data-state", "half");
  await expect(folder).toContainText("From $104.85 /month");
  await expect(folder).toContainText("Your family in 43215, OH. $1,500 a year.");
  await expect(folder).toContainText("Two questions left");
  await expect(status(page)).toHaveText("Halden Dental PPO 1500, from $104.85 a month.");
  await expectAccessible(page);
  await screenshots(page, "home-half");

  const bodies: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/preview-price")) bodies.push(request.postData() ?? "");
  });
  await giveRest(page);
  await expect(folder).toHaveAttribute("data-state", "filled");
  await expect(folder).toContainText("$104.85 /month");
  await expect(folder).toContainText("Annual maximum");
  await expect(folder).toContainText("Earliest start");
  await expect(status(page)).toHaveText("Halden Dental PPO 1500, $104.85 a month.");
  expect(bodies.at(-1)).toContain("04/17/1989");
  expect(bodies.length).toBeLessThanOrEqual(2);
  await expect(page.getByRole("article").filter({ hasText: "Fernhollow Accident Cash" })).toContainText(
    "$28.40 /month",
  );
  await expectAccessible(page);
  await screenshots(page, "home-filled");

  await folder.getByRole("link", { name: "More Info" }).click();
  await page.waitForURL(/\/plan\/1002\//);
  await expect(page.locator("main")).toContainText("$104.85");
  await page.goto(server.url("planfront", "/"));
  await expect(folder).toHaveAttribute("data-state", "filled");
  await expect(page.getByRole("article").filter({ hasText: "Halden Dental PPO 1500" })).toContainText(
    "$104.85 /month",
  );
});

test("the price in the folder leads to what it is made of", async ({ page, server }) => {
  await page.goto(server.url("planfront", "/"));
  const why = page
    .getByRole("region", { name: "Your folder" })
    .getByRole("link", { name: "Why this price?" });
  await giveTwo(page);
  await expect(page.getByRole("region", { name: "Your folder" })).toHaveAttribute("data-state", "half");
  await expect(why).toHaveCount(0);
  await giveRest(page);
  await why.click();
  await page.waitForURL(/\/plan\/1002\/.*#why$/);
  const drawer = page.getByRole("dialog", { name: "Why this price" });
  await expect(drawer).toContainText("$104.85");
  await expect(drawer.getByText("You", { exact: true }).first()).toBeVisible();
});

test("a place without plans is said on the price line, and nothing moves", async ({ page, server }) => {
  await page.goto(server.url("planfront", "/"));
  const below = page.getByRole("heading", { name: "Featured plans" });
  const place = () => below.evaluate((element) => element.getBoundingClientRect().top + scrollY);
  const before = await place();
  await giveTwo(page, "00901");
  const folder = page.getByRole("region", { name: "Your folder" });
  await expect(folder).toContainText("We don't sell plans in Puerto Rico.");
  expect(await place()).toBe(before);
});

test("without scripts the folder is shut and says the lowest price", async ({ browser, server }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await page.goto(server.url("planfront", "/"));
  await expect(page.getByRole("region", { name: "Your folder" })).toContainText(LOWEST);
  await page.context().close();
});

test("lenses, teeth and card say the own price without from", async ({ page, server }) => {
  await page.goto(server.url("brightsmile", "/"));
  const vision = page.getByRole("link", { name: /^Vision/ }).filter({ hasText: "$" });
  const dental = page.getByRole("link", { name: /^Dental/ }).filter({ hasText: "$" });
  await expect(vision.first()).toHaveText(/^Vision from \$\d+\.\d\d$/);
  await expect(dental.first()).toHaveText("Dental from $38.77");
  await giveTwo(page, "43215", "IO");
  await giveRest(page);
  await expect(vision.first()).toHaveText(/^Vision \$\d+\.\d\d$/);
  await expect(dental.first()).toHaveText("Dental $36.85");
  await expectAccessible(page);

  await page.goto(server.url("copperline", "/"));
  await expect(page.locator("main dl")).toContainText(/\$\d+\.\d\d a month/);
  await giveTwo(page, "43215", "IO");
  const answered = page.waitForResponse((answer) => /"dob"/.test(answer.request().postData() ?? ""));
  await giveRest(page);
  const plans: { price: string | null }[] = (await (await answered).json()).data.plans;
  const lowest = Math.min(...plans.flatMap(({ price }) => (price ? [Number(price)] : [])));
  await expect(page.locator("main dl")).toContainText(`Your price$${lowest.toFixed(2)} a month`);
  await expectAccessible(page);
});

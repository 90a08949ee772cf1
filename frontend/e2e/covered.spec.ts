import { expectAccessible } from "./harness/axe";
import { expectNothingCovered, PHONE } from "./harness/covered";
import { day } from "./harness/days";
import { signedIn } from "./harness/people";
import { screenshots } from "./harness/screenshots";
import { expect, test } from "./harness/test";

test.use({ viewport: PHONE });

test("on a phone nothing lies over what has the focus, on any page of My benefits", async ({
  page,
  server,
}) => {
  test.slow();
  await signedIn(page, server, "member", "/coverage");
  await expect(page.getByRole("region", { name: "Your plans" })).toBeVisible();
  await expectNothingCovered(page);

  await page.getByRole("link", { name: /^Policy and history of Halden/ }).click();
  await expect(page.getByRole("heading", { name: "Every change" })).toBeVisible();
  await expectNothingCovered(page);
  await expectAccessible(page);

  const next = page.getByRole("button", { name: "Next" });
  await page.goto(server.url("planfront", "/coverage/change/what?event=marriage"));
  await page.getByLabel("Add someone").check();
  await expectNothingCovered(page);
  await next.click();
  await page.getByLabel("First name").fill("Daniel");
  await page.getByLabel("Last name").fill("Santos");
  await page.getByRole("textbox", { name: "Date of birth" }).fill("09/02/1987");
  await page.getByLabel("Relationship").selectOption("spouse");
  await expectNothingCovered(page);
  await next.click();
  await page.getByRole("textbox", { name: "Married" }).fill(day(-10));
  await expect(page.getByText("Last day to tell us")).toBeVisible();
  await expectNothingCovered(page);
  await next.click();
  await expect(page.getByText("Together $37.51 a month before, $73.04 a month after.")).toBeVisible();
  await expect(page.getByRole("table", { name: "Your plans before and after" })).toContainText("+$35.53");
  await expectNothingCovered(page);
  await expectAccessible(page);
  await screenshots(page, "change-price");
});

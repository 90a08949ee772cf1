import { expectAccessible } from "./harness/axe";
import { expectNothingCovered, PHONE } from "./harness/covered";
import { openOffice, signedIn } from "./harness/people";
import { screenshots } from "./harness/screenshots";
import { expect, MAIN, test } from "./harness/test";

const PLAN = "Fernhollow Accident Cash";
const OTHER = "Brightwater Accident 24";

test(
  "a renewal is previewed, agreed to by a second person, and answered by the member",
  MAIN,
  async ({ page, server, browser }) => {
    const robin = await openOffice(browser, server, "/backoffice/coverage/renewalrun/add/");
    await robin.getByLabel(`${PLAN} (Fernhollow Mutual)`).check();
    await expectAccessible(robin);
    await robin.getByRole("button", { name: "Create this run" }).click();
    await robin.getByLabel("Also offered, row 1").selectOption({ label: OTHER });
    await expectAccessible(robin);
    await robin.getByRole("button", { name: "Save the crosswalk" }).click();
    await robin.getByRole("button", { name: "Preview", exact: true }).click();
    await expect(robin.getByText("You created this run, so someone else has to approve it.")).toBeVisible({
      timeout: 30_000,
    });
    await expect(robin.getByRole("heading", { name: "What changes" })).toBeVisible();
    await expectAccessible(robin);

    const run = new URL(robin.url()).pathname;
    const kit = await openOffice(browser, server, run, "approver");
    await kit.getByRole("button", { name: "Approve this run" }).click();
    await expect(kit.getByText(/Approved\. Members can choose until/)).toBeVisible();

    await signedIn(page, server, "luis", "/coverage");
    await page.getByRole("link", { name: `Review the renewal of ${PLAN}` }).click();
    await expect(
      page.getByRole("heading", { level: 1, name: new RegExp(`${PLAN} renews on`) }),
    ).toBeVisible();
    await expect(page.getByLabel(/Keep it/)).toBeChecked();
    await page.setViewportSize(PHONE);
    const bar = page.getByRole("region", { name: "Your choice" });
    await expect(bar).toContainText(/Choose by [\d/]{10}/);
    await expectNothingCovered(page);
    await screenshots(page, "renewal");
    await bar.getByRole("button", { name: "Go to your choice" }).click();
    await expect(page.getByRole("heading", { name: "Your choice" })).toBeFocused();
    await expect(page.getByLabel(/Keep it/)).toBeInViewport();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(bar).toBeHidden();
    await page.getByLabel(/Change to another plan/).check();
    await page.getByRole("button", { name: "Change plan" }).click();
    await expect(page.getByRole("radiogroup", { name: "Which plan" })).toContainText("Choose a plan.");
    await page.getByLabel(new RegExp(OTHER)).check();
    await expectAccessible(page);
    await page.getByRole("button", { name: `Change to ${OTHER}` }).click();
    await expect(page.getByText(new RegExp(`${OTHER} starts on`))).toBeVisible();
    await page.reload();
    await page.getByRole("button", { name: "Change my mind" }).click();
    await page.getByLabel(/Keep it/).check();
    await page.getByRole("button", { name: "Keep my plan" }).click();
    await expect(page.getByText(/It renews on/)).toBeVisible();

    await robin.goto(kit.url());
    await expect(robin.getByRole("heading", { name: "Answers" })).toBeVisible();
    await robin.goto(server.url("planfront", "/backoffice/letters/letter/?kind__exact=renewal_offer"));
    await expect(robin.getByRole("link", { name: /Your plan from/ }).first()).toBeVisible({
      timeout: 30_000,
    });
    await robin.context().close();
    await kit.context().close();
  },
);

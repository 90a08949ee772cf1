import { expectAccessible } from "./harness/axe";
import { expectNothingCovered, PHONE } from "./harness/covered";
import { businessDay, day, writeDay } from "./harness/days";
import { signedIn } from "./harness/people";
import { screenshots } from "./harness/screenshots";
import { expect, test } from "./harness/test";

/** The last day of this month or of a later one. */
function monthEnd(ahead: number): string {
  const today = businessDay();
  return writeDay(new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + ahead + 1, 0)));
}

test("a member plans an end on a phone, brings it forward, puts it off and takes it back", async ({
  page,
  server,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize(PHONE);
  await signedIn(page, server, "luis", "/coverage/policies/PF-5004-2001");
  const end = async (choose: () => Promise<void>, on: string, sentence: string) => {
    await page.getByRole("button", { name: "End coverage" }).click();
    await choose();
    const dialog = page.getByRole("dialog", { name: "End Fernhollow Accident Cash" });
    await expect(dialog).toContainText(sentence);
    await expectAccessible(page);
    await screenshots(page, `end-${on.replaceAll("/", "-")}`);
    await page.getByRole("button", { name: `End it on ${on}` }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(`Ends on ${on}`, { exact: true })).toBeVisible();
  };
  const [first, next] = [monthEnd(0), monthEnd(1)];
  const pick = (label: string) => async () => await page.getByLabel(label).check();
  await end(pick(next), next, `Fernhollow Accident Cash covers 1 person through ${next}`);
  await end(pick(first), first, `Fernhollow Accident Cash ends on ${first} instead of ${next}.`);
  const later = day(45);
  const type = async () => {
    await page.getByLabel("Another day").check();
    await page.getByRole("textbox", { name: "Last day" }).fill(later);
  };
  await end(type, later, `Fernhollow Accident Cash ends on ${later} instead of ${first}.`);
  await screenshots(page, "end-put-off");
  await expectNothingCovered(page);
  await page
    .getByRole("button", { name: /^Undo: / })
    .first()
    .click();
  await expect(page.getByText(`Ends on ${first}`, { exact: true })).toBeVisible();
  const rows = page.getByRole("table", { name: "Every change of this policy" }).getByRole("row");
  await expect(rows.filter({ hasText: `Last day ${later}` })).toContainText(`Undone on ${day(0)}`);
  await expect(rows.filter({ hasText: `Coverage was to end on ${next}` })).toHaveCount(1);
  await page
    .getByRole("button", { name: /^Undo: / })
    .first()
    .click();
  await expect(page.getByText(`Ends on ${next}`, { exact: true })).toBeVisible();
  await page
    .getByRole("button", { name: /^Undo: / })
    .first()
    .click();
  await expect(page.getByText(/^Ends on/)).toHaveCount(0);
  await expectAccessible(page);
  await screenshots(page, "end-undone");
});

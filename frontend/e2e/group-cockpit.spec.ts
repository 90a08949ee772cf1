import { expectAccessible } from "./harness/axe";
import { signedIn } from "./harness/people";
import { screenshots } from "./harness/screenshots";
import { expect, MAIN, test } from "./harness/test";

const day = (ahead: number) => {
  const date = new Date(Date.now() + ahead * 86_400_000);
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${pad(date.getMonth() + 1)}/${pad(date.getDate())}/${date.getFullYear()}`;
};

test("a group's administrator reminds everyone in two presses", MAIN, async ({ page, server }) => {
  await signedIn(page, server, "group", "/group-home");
  const round = page.getByRole("region", { name: /^Open enrollment/ });
  await expect(round).toContainText("days left");
  await expectAccessible(page);
  await round.getByRole("button", { name: /^Remind \d+ (people|person)$/ }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send reminders" }).click();
  await expect(round.getByRole("status")).toContainText("Reminder sent to");
  await expect(round.getByRole("button", { name: /^Remind \d+/ })).toHaveCount(0);
  await expect(round.getByText("Reminded", { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
});

test(
  "an administrator moves a person to another class after seeing what it changes, and undoes it",
  MAIN,
  async ({ page, server }) => {
    await signedIn(page, server, "group", "/group-home/people");
    await page.getByRole("link", { name: "Grace Okafor" }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: "Grace Okafor" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Coverage" })).toContainText("$19.92");
    await expectAccessible(page);
    await screenshots(page, "group-person");

    await page.getByRole("button", { name: "Change class or pay" }).click();
    await expect(page.getByText("Nothing changed yet.")).toBeVisible();
    await page.getByLabel("Annual salary").fill("abc");
    await expect(page.getByLabel("Annual salary")).toHaveAccessibleDescription(/Enter a number\./);
    await page.getByLabel("Annual salary").fill("");
    await page.getByLabel("Class", { exact: true }).selectOption("Management");
    const effect = page.getByRole("region", { name: /^What this changes from/ });
    await expect(effect).toContainText("Acme Manufacturing pays");
    await expectAccessible(page);
    await screenshots(page, "group-person-class");
    await page.getByRole("button", { name: "Save class and pay" }).click();
    await expect(
      page.getByRole("status").filter({ hasText: "You can undo this until midnight." }),
    ).toBeVisible();
    await expect(page.getByRole("region", { name: "Class and pay" })).toContainText("Management from");
    await expect(page.getByRole("region", { name: "Activity" })).toContainText(
      "Moved to class Management on",
    );
    await expectAccessible(page);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("You can undo this until midnight.")).toHaveCount(0);
    await expect(
      page.getByRole("status").filter({ hasText: "The change for Grace Okafor was undone." }),
    ).toBeFocused();
    await expect(page.getByRole("region", { name: "Class and pay" })).not.toContainText("Management from");

    await page.getByRole("button", { name: "End employment…" }).click();
    const dialog = page.getByRole("dialog", { name: "End the employment of Grace Okafor" });
    await dialog.getByRole("textbox", { name: "Last day worked" }).fill(day(10));
    await expect(dialog.getByText(/^Halden Group Dental 2000 ends on/)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Keep employed" }).click();
    await expect(dialog).toHaveCount(0);
  },
);

import type { Locator, Page } from "@playwright/test";
import { DENTAL, PATHS } from "./harness/shopper";
import { expect, test } from "./harness/test";

const MOST_STOPS = 120;

/** Whoever looks at the page sees where the focus is: a ring, inside the window, with nothing on top of all of it. */
async function expectSeen(page: Page): Promise<void> {
  const hidden = await page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return "nothing has the focus";
    const shown = focused.matches("input") ? [focused, focused.closest("label")] : [focused];
    const ringed = shown.some((element) => element && getComputedStyle(element).boxShadow !== "none");
    const { left, right, top, bottom } = (focused.closest("label") ?? focused).getBoundingClientRect();
    const middle = (top + bottom) / 2;
    const places = [left + 3, (left + right) / 2, right - 3].flatMap((x) =>
      [top + 3, middle, bottom - 3].map((y) => document.elementFromPoint(x, y)),
    );
    const seen = places.some((place) => place && (focused.contains(place) || place.contains(focused)));
    return ringed && seen ? "" : `${ringed ? "covered" : "no ring"}: ${focused.outerHTML.slice(0, 160)}`;
  });
  expect(hidden, page.url()).toBe("");
}

/** Presses Tab until the focus is there; where it is there already, that was meant. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
    await expectSeen(page);
  }
  throw new Error(`Tab does not come to ${target}`);
}

async function press(page: Page, target: Locator, key: "Enter" | "Space" = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Opens a dialog, walks it once around, and closes it: the focus never left it, and is back on its opener. */
async function lookInto(page: Page, opener: Locator): Promise<void> {
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  const stops = await dialog.locator("button, a[href], input, select, summary").count();
  for (let stop = 0; stop <= stops; stop++) {
    await page.keyboard.press("Tab");
    const outside = await dialog.evaluate(
      (element) => document.activeElement !== document.body && !element.contains(document.activeElement),
    );
    expect(outside, "the page behind a dialog takes no focus").toBe(false);
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
  await expectSeen(page);
}

/** The next view is there and says its name. */
async function arrived(page: Page, address: RegExp | string): Promise<void> {
  await page.waitForURL(address);
  await expect(page.locator("h1")).toBeFocused();
  await page.waitForLoadState("networkidle");
}

test("from the home page to the application with nothing but the keyboard", async ({ page, server }) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { keyboard } = page;
  const button = (name: string | RegExp) => page.getByRole("main").getByRole("button", { name }).first();

  await page.goto(server.url());
  await expect(page.locator("h1")).toBeVisible();
  await page.waitForLoadState("networkidle");
  await keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to main content" })).toBeFocused();
  await expectSeen(page);

  const find = page.getByRole("banner").getByRole("button", { name: "FIND A PLAN" });
  await tabTo(page, find);
  await lookInto(page, find);
  await keyboard.press("Enter");
  const wizard = page.getByRole("dialog");
  await expect(wizard.getByLabel("Zip code")).toBeFocused();
  await keyboard.insertText("75201-4455"); // pasted
  await expect(wizard.getByLabel("Zip code")).toHaveValue("75201");
  await keyboard.press("Enter");
  await expect(wizard.getByLabel("Date of birth")).toBeFocused();
  await keyboard.type("04121985");
  await keyboard.press("Enter");
  await expect(wizard.getByRole("radio", { name: "Male", exact: true })).toBeFocused();
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await expect(wizard.getByRole("radio").first()).toBeFocused();
  await keyboard.press("Space");
  await keyboard.press("Enter");
  await arrived(page, "**/plans");

  await press(page, page.getByRole("main").getByRole("checkbox", { name: /^Dental Plans/ }), "Space");
  await page.waitForURL("**/plans?type=dental");
  await expect(page.getByRole("heading", { level: 1, name: "Dental Plans" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  for (const name of [DENTAL.name, "Halden Dental PPO 2500"]) {
    const row = page.getByRole("article").filter({ has: page.getByRole("heading", { name, exact: true }) });
    await press(page, row.getByRole("checkbox"), "Space");
  }
  await press(page, page.getByRole("link", { name: "Compare 2 plans" }));
  await arrived(page, /\/compare/);

  await press(page, page.getByRole("main").getByRole("link", { name: DENTAL.name, exact: true }));
  await arrived(page, `**/plan/${DENTAL.id}/**`);
  await tabTo(page, page.getByRole("radio", { name: "Healthy year" }));
  const verdict = page.getByRole("heading", { level: 3, name: /You pay .* with this plan/ });
  const before = await verdict.textContent();
  await keyboard.press("ArrowRight");
  await expect(verdict).toHaveText(/^A crown:/);
  await expect(page.getByRole("radio", { name: "A crown" })).toBeFocused();
  await press(page, button("Change the care"));
  await tabTo(page, page.getByLabel("Service 1", { exact: true }));
  await keyboard.type("Crown");
  await expect(verdict).not.toHaveText(before ?? "");
  const why = button("Why this price?");
  await tabTo(page, why);
  await lookInto(page, why);
  await press(page, button("Add to Cart"));
  await arrived(page, "**/cart");

  const proceed = button("Proceed to Enrollment");
  await tabTo(page, proceed);
  await lookInto(page, proceed);
  await keyboard.press("Enter");
  await press(page, page.getByRole("dialog").getByRole("button", { name: "Proceed to Enrollment" }));
  await arrived(page, "**/enrollment/before-you-start");
  const begin = page.getByRole("link", { name: "Begin" }).filter({ visible: true });
  await tabTo(page, begin);
  await keyboard.press("Enter");
  await arrived(page, `**${PATHS.personal}`);
  await tabTo(page, page.getByLabel("First Name"));
  await keyboard.type("Dana");
  await expect(page.getByLabel("First Name")).toHaveValue("Dana");
  // On a phone Back and Next stand over the page.
  await page.setViewportSize({ width: 390, height: 844 });
  await tabTo(page, page.getByLabel("Ethnic group"));
});

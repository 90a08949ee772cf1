import { expectAccessible } from "./harness/axe";
import { answerAll } from "./harness/chat";
import { screenshots } from "./harness/screenshots";
import { BOTH_AT_LENGTH, expect, test } from "./harness/test";

test(
  "whoever wants to become a rep reads each mistake, then the server's thanks",
  BOTH_AT_LENGTH,
  async ({ page, server }) => {
    await page.goto(server.url());
    const opener = page.getByRole("contentinfo").getByRole("button", { name: "Connect with US" });
    await opener.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Connect with US" });
    await dialog.getByRole("button", { name: "Submit" }).click();
    await expect(dialog.getByText("Field is required")).toHaveCount(4);
    await expect(dialog.getByLabel("Full Name")).toBeFocused();
    await dialog.getByLabel("Full Name").fill("Ana <Ruiz>");
    await dialog.getByLabel("State").selectOption("OH");
    await dialog.getByLabel("Phone Number").fill("614555");
    await dialog.getByRole("textbox", { name: "Email" }).fill("ana@mail");
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("Enter valid name")).toBeVisible();
    await expect(dialog.getByText("Invalid phone number")).toBeVisible();
    await expect(dialog.getByText("Enter valid email address")).toBeVisible();
    const consent = dialog.getByRole("checkbox");
    await expect(consent).toHaveCount(2);
    for (const box of await consent.all()) await expect(box).not.toBeChecked();
    await consent.first().check();
    await expectAccessible(page);
    await screenshots(page, "connect");
    await dialog.getByLabel("Full Name").fill("Ana Ruiz");
    await dialog.getByLabel("Phone Number").fill("6145550148");
    await dialog.getByRole("textbox", { name: "Email" }).fill("ana@mail.example");
    await dialog.getByRole("button", { name: "Submit" }).click();
    await expect(dialog).toBeHidden();
    await expect(
      page.getByText("We have received your information and will contact you soon."),
    ).toBeVisible();
    await expect(opener).toBeFocused();
    await opener.press("Enter");
    await expect(dialog.getByLabel("Full Name")).toHaveValue("");
  },
);

test("the server's refusal stands under its field and in a notification", async ({ page, server }) => {
  await page.route("**/api/v2/agent-registration-query", (route) =>
    route.fulfill({
      status: 422,
      json: {
        status: "error",
        message: "Please check your answers.",
        data: [{ target_element: "email", error_message: "This address cannot be reached." }],
      },
    }),
  );
  await page.goto(server.url());
  await page.getByRole("contentinfo").getByRole("button", { name: "Connect with US" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect with US" });
  await dialog.getByLabel("Full Name").fill("Ana Ruiz");
  await dialog.getByLabel("State").selectOption("OH");
  await dialog.getByLabel("Phone Number").fill("6145550148");
  await dialog.getByRole("textbox", { name: "Email" }).fill("ana@mail.example");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Please check your answers.");
  await expect(dialog.getByRole("textbox", { name: "Email" })).toHaveAccessibleDescription(
    "Error: This address cannot be reached.",
  );
  await expect(dialog.getByRole("textbox", { name: "Email" })).toHaveValue("ana@mail.example");
});

test(
  "a rep is reached by answering questions; an answer can be changed",
  BOTH_AT_LENGTH,
  async ({ page, server }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(server.url());
    const launcher = page.getByRole("button", { name: "Open menu" });
    const openHelp = async () => {
      await launcher.press("Enter");
      await page.getByRole("button", { name: "We are here to help you" }).press("Enter");
    };
    await openHelp();
    const panel = page.getByRole("region", { name: "We are here to help you" });
    await expect(panel.getByRole("link", { name: /Contact Support/ })).toHaveAttribute(
      "href",
      /^(mailto|https):/,
    );
    await expectAccessible(page);
    await screenshots(page, "help");
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
    await expect(launcher).toBeFocused();

    await openHelp();
    await panel.getByRole("button", { name: /Contact Rep/ }).click();
    const chat = page.getByRole("region", { name: "Contact Rep" });
    const log = chat.getByRole("log");
    await chat.getByRole("button", { name: "Send" }).click();
    await expect(log.getByText("Field is required")).toBeInViewport();

    const first = await log.locator("p").first().textContent();
    await answerAll(page);
    await expect(
      log.getByText("Please allow 24 hours for a representative to reach out to you."),
    ).toBeVisible();
    await expect(log.getByText("Field is required")).toBeAttached();
    await log.getByRole("button", { name: first ?? "" }).click();
    await expect(chat.locator("#rep-chat-answer")).not.toHaveValue("");
    await expectAccessible(page);
    await screenshots(page, "rep-chat");
    await chat.getByRole("button", { name: "Cancel" }).click();
    await expect(chat.getByRole("button", { name: "Send" })).toBeHidden();
    expect(await log.evaluate((box) => box.clientHeight)).toBeLessThanOrEqual(400);
  },
);

test("the location is asked for once", async ({ page, server }) => {
  await page.goto(server.url());
  const banner = page.getByRole("region", { name: "Location Permission" });
  await expect(banner.getByRole("button", { name: "Allow", exact: true })).not.toHaveAttribute(
    "aria-disabled",
  );
  await expectAccessible(page);
  await screenshots(page, "location");
  await banner.getByRole("button", { name: "Don't Allow" }).click();
  await expect(banner).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem("deviceId"))).toBeNull();
  await page.reload();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await expect(banner).toBeHidden();
});

test("who allows it gets a device id and is not asked again", async ({ page, server }) => {
  await page.goto(server.url());
  const banner = page.getByRole("region", { name: "Location Permission" });
  const stored = page.waitForResponse(/get-lead-information\?store_information=1/);
  await banner.getByRole("button", { name: "Allow", exact: true }).click();
  expect((await (await stored).json()).statusCode).toBe(200);
  await expect(banner).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem("deviceId"))).toMatch(/^[0-9a-f]{32}$/);
  await page.reload();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await expect(banner).toBeHidden();
});

test("an answer about the location can be changed later", BOTH_AT_LENGTH, async ({ page, server }) => {
  await page.goto(server.url());
  const banner = page.getByRole("region", { name: "Location Permission" });
  await banner.getByRole("button", { name: "Don't Allow" }).click();
  await expect(banner).toBeHidden();
  await page.getByRole("button", { name: "We are here to help you" }).press("Enter");
  await page.getByRole("button", { name: /^Location Permission/ }).press("Enter");
  const panel = page.getByRole("region", { name: "Location Permission" });
  await expect(panel.getByRole("heading", { name: "Location Permission" })).toBeFocused();
  const stored = page.waitForResponse(/get-lead-information\?store_information=1/);
  await panel.getByRole("button", { name: "Allow", exact: true }).press("Enter");
  expect((await (await stored).json()).statusCode).toBe(200);
  await expect(panel.getByRole("status")).toHaveText("Saved. Your location may be stored.");
  await expectAccessible(page);
  await screenshots(page, "location-change");
  await panel.getByRole("button", { name: "Don't Allow" }).press("Enter");
  await expect(panel.getByRole("status")).toHaveText("Saved. Your location is not stored.");
});

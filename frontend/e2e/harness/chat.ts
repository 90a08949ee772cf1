import { expect, type Page } from "@playwright/test";

/** Says something fitting to each question until none is left. */
export async function answerAll(page: Page): Promise<void> {
  const chat = page.getByRole("region", { name: "Contact Rep" });
  const log = chat.getByRole("log");
  const edits = log.getByRole("button", { name: /^Edit/ });
  const input = chat.locator("#rep-chat-answer");
  await expect(input).toBeVisible();
  for (let count = 1; await input.isVisible(); count++) {
    const kind = await input.getAttribute("type");
    if (await input.evaluate((element) => element.tagName === "SELECT"))
      await input.selectOption({ index: 1 });
    else if (kind === "tel") await input.fill("6145550148");
    else if (kind === "email") await input.fill("ana@mail.example");
    else if (await chat.getByText("What is your ZIP code?").last().isVisible()) await input.fill("43215");
    else if (await chat.getByText("What is your name?").last().isVisible()) await input.fill("Renata Solis");
    else await input.fill("Two of us need a dentist");
    await chat.getByRole("button", { name: "Send" }).click();
    await expect(edits).toHaveCount(count);
    await expect(chat.getByRole("button", { name: "Sending" })).toBeHidden();
  }
}

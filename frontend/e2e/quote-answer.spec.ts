import { expectAccessible } from "./harness/axe";
import { shopAs } from "./harness/profile";
import { expect, test } from "./harness/test";
import { mailFromOutbox } from "./journeys/support";

const REP = { email: "rep@demo.test", password: "planfront-demo" };

test("a client asks about a quote, the rep answers, changes it and sends it anew", async ({
  page,
  server,
  browser,
}) => {
  test.slow();
  const name = "Nadia Brandt";
  const address = `nadia.${Date.now()}@mailbox.example`;
  await shopAs(page, server, { rep: REP, cart: [1002, 1101] });
  const send = async () => {
    await page.getByRole("button", { name: "Send Personalized Quote" }).click();
    const dialog = page.getByRole("dialog", { name: "Send Personalized Quote" });
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByLabel("Email").fill(address);
    await dialog.getByRole("button", { name: "Send" }).click();
    await page.getByRole("button", { name: "Done" }).click();
  };
  await page.goto(server.url("planfront", "/cart"));
  await send();
  const link = /\/quote\/[\w-]+/.exec(await mailFromOutbox(page, server, address))?.[0];

  const client = await (await browser.newContext()).newPage();
  await client.goto(server.url("planfront", link));
  await expect(client.getByRole("main")).toContainText("For you in 43215.");
  await client.getByLabel("Your question").fill("Are braces in it?");
  await client.getByRole("button", { name: "Send question" }).dblclick();
  const thread = client.getByRole("list", { name: "Your questions" });
  await expect(thread.getByRole("listitem")).toHaveCount(1);

  await page.goto(server.url("planfront", "/agent-home"));
  await page.getByRole("link", { name: `Answer, ${name}` }).click();
  await expect(page).toHaveURL(/\/quotes\?quote=/);
  const row = page.getByRole("row", { name });
  await expect(row).toContainText("1 question waiting");
  await expectAccessible(page);
  await row.getByRole("button", { name: `Answer question, ${name}` }).click();
  const drawer = page.getByRole("dialog", { name: `Questions of ${name}` });
  await drawer.getByRole("button", { name: "Send answer" }).click();
  await expect(drawer.getByLabel(`Your answer to ${name}`)).toBeFocused();
  await expect(drawer).toContainText("Field is required");
  await expectAccessible(page);
  await drawer.getByLabel(`Your answer to ${name}`).fill("Yes, at half of their cost.");
  await drawer.getByRole("button", { name: "Send answer" }).click();
  await expect(drawer.getByLabel(`Your answer to ${name}`)).toHaveCount(0);
  await expect(drawer).toContainText("Yes, at half of their cost.");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  expect(await mailFromOutbox(page, server, address)).toContain("Yes, at half of their cost.");
  await client.reload();
  await expect(thread).toContainText("Yes, at half of their cost.");
  await expectAccessible(client);

  await page.goto(server.url("planfront", "/quotes"));
  await expect(row).toContainText("1 question answered");
  await row.getByRole("button", { name: `Change quote, ${name}` }).click();
  await page.getByRole("button", { name: /^Remove.*Claropoint/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("button", { name: /^Remove/ })).toHaveCount(1);
  await send();
  await client.reload();
  await expect(client.getByRole("main")).toContainText("Jordan sent you a newer quote on");
  await client.context().close();
});

import { type APIRequestContext, expect, type Page, request } from "@playwright/test";

const OUTBOX = "/backoffice/messaging/outboundemail/";
const desks = new Map<string, Promise<APIRequestContext>>();

const token = (html: string): string => /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(html)?.[1] ?? "";

/** A member of staff at the back office, signed in once for all journeys of a store. */
async function signIn(store: string): Promise<APIRequestContext> {
  const desk = await request.newContext({ baseURL: store });
  const form = await (await desk.get("/backoffice/login/")).text();
  await desk.post("/backoffice/login/", {
    headers: { Referer: `${store}/backoffice/login/` },
    form: {
      csrfmiddlewaretoken: token(form),
      username: "admin@demo.test",
      password: "planfront-demo",
      next: OUTBOX,
    },
  });
  return desk;
}

function deskOf(page: Page): Promise<APIRequestContext> {
  const store = `http://localhost:${new URL(page.url()).port}`;
  const desk = desks.get(store) ?? signIn(store);
  desks.set(store, desk);
  return desk;
}

/** The newest code to sign with: it waits in the outbox, where a store that sends no mail keeps it. */
export async function signingCode(page: Page): Promise<string> {
  const desk = await deskOf(page);
  let code = "";
  await expect(async () => {
    const list = await (await desk.get(`${OUTBOX}?kind=signing_code`)).text();
    const mail = new RegExp(`${OUTBOX}[0-9a-f-]{36}/change/`).exec(list)?.[0];
    if (!mail) throw new Error("no code was mailed");
    const text = await (await desk.get(mail)).text();
    code = /^\s+(\d{6})$/m.exec(text)?.[1] ?? "";
    expect(code).not.toBe("");
  }).toPass({ timeout: 60_000 });
  return code;
}

/** Last four digits of the demo reps' licenses, by the reps' codes. */
const LICENSES: Record<string, string> = { REP1001: "0011", REP1002: "0012" };

/** Answers what is asked before signing, if anything is: the mailed code, or a rep's license. */
export async function proveSigner(page: Page): Promise<void> {
  const code = page.locator("#verification_code");
  const answer = page.locator("#answer");
  if ((await code.count()) > 0) await code.fill(await signingCode(page));
  else if ((await answer.count()) > 0) {
    await answer.fill(LICENSES[await page.locator("#agent_code").inputValue()] ?? "");
  }
}

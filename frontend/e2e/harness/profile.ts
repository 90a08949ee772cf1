import type { Page } from "@playwright/test";
import type { BrandKey, Server } from "./server";

export interface Profile {
  brand?: BrandKey;
  language?: "en" | "es";
  zip?: string;
  dob?: string;
  tier?: "IO" | "IS" | "IC" | "IF";
  /** Answers that come after the first four, as change-filter-info takes them. */
  more?: Record<string, string | number>;
  /** Plans whose health questions are all answered No. */
  healthy?: number[];
  /** Plans to put in the cart, with the code of the option where it is not the default one. */
  cart?: (number | [plan: number, option: string])[];
  /** Signs in first and quotes as this member. */
  member?: { email: string; password: string };
  /** Signs in first and quotes for a client as this rep or group administrator. */
  rep?: { email: string; password: string };
}

/** A page without the store's scripts: they take a second, and a session of their own would end the one made here. */
export const PLAIN = "/robots.txt";

/** A running quote for a page that is on no store yet, made by the store's own calls. */
export async function shopAs(page: Page, server: Server, profile: Profile = {}): Promise<void> {
  const { brand = "planfront" } = profile;
  if (!page.url().startsWith(server.url(brand))) await page.goto(server.url(brand, PLAIN));
  await page.evaluate(async (who) => {
    const session = await fetch("/api/v1/session", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: "{}",
    });
    let { token } = (await session.json()).data;
    const ask = async (method: string, path: string, body?: unknown) => {
      const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
      const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
      const answer = await (await fetch(`/api/v1/${path}`, init)).json();
      if (answer.status !== "success") throw new Error(`${path}: ${JSON.stringify(answer)}`);
      return answer.data;
    };
    const quote = async () => {
      const { zip = "43215", dob = "04/17/1989", tier = "IO" } = who;
      if (who.rep) token = (await ask("POST", "session/sign-in", who.rep)).token;
      const shopper = { zip, dob, tier, gender: "1", eprocess: "applicant", type: "new-member" };
      if (!who.member) return await ask("POST", "add-filter-for-new-user", shopper);
      token = (await ask("POST", "session/sign-in", who.member)).token;
      return await ask("POST", "add-filter-for-member", { tier });
    };
    const { temp_enrollment_id: id } = await quote();
    if (who.more) await ask("PUT", `change-filter-info/${id}`, who.more);
    for (const pid of who.healthy ?? []) {
      const { result } = await ask("GET", `get-questions?plan_id=${pid}&type=health&enrollment_id=${id}`);
      const answers = result.map((one: { question_id: number }) => ({
        question_id: one.question_id,
        yes_no_flag: "0",
      }));
      await ask("POST", "save-question-answers", { enrollment_id: id, plan_id: pid, answers });
    }
    for (const wish of who.cart ?? []) {
      const [pid, option] = Array.isArray(wish) ? wish : [wish, null];
      const { plans } = await ask("GET", `get-plan-pricing-detail?pid=${pid}&enrollment_id=${id}`);
      const plan =
        plans.find((one: { option: { code: string } }) => one.option.code === option) ??
        plans.find((one: { is_default: boolean }) => one.is_default);
      const line = { enrollment_id: id, plan_id: plan.plan_id, plan_pricing_id: plan.plan_pricing_id };
      await ask("POST", "add-plan-to-cart", line);
    }
    localStorage.clear();
    localStorage.setItem("tempId", id);
    localStorage.setItem("eprocess", "applicant");
    localStorage.setItem("enroll_type", "new-member");
    localStorage.setItem("language", who.language ?? "en");
  }, profile);
}

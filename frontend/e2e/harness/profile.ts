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
  /** Plans whose statements are all answered Yes. */
  agreed?: number[];
  /** Plans to put in the cart, with the code of the option where it is not the default one. */
  cart?: (number | [plan: number, option: string])[];
  /** Signs in first and quotes as this member. */
  member?: { email: string; password: string };
  /** Signs in first and quotes for a client as this rep or group administrator. */
  rep?: { email: string; password: string };
  /** Who fills in: the applicant, unless said otherwise. */
  process?: "rep" | "group" | "applicant";
  type?: "new-member" | "new-group-member" | "existing-member";
  /** The group and the portal of the quote, by id. */
  group?: number;
  portal?: number;
  /** The member on record that a rep or group administrator enrolls, by id. */
  client?: number;
  /** The plan of the cart that is premier and goes in with a membership. */
  premier?: number;
  /** Chooses the first day of coverage, as the cart does. */
  checkedOut?: boolean;
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
      const {
        zip = "43215",
        dob = "04/17/1989",
        tier = "IO",
        process = "applicant",
        type = "new-member",
      } = who;
      const through = { group_id: who.group, platform_group_id: who.portal, eprocess: process };
      if (who.rep) token = (await ask("POST", "session/sign-in", who.rep)).token;
      if (who.client) {
        return await ask("POST", "add-filter-for-existing-user", { ...through, user_id: who.client, tier });
      }
      const shopper = { ...through, zip, dob, tier, gender: "1", type };
      if (!who.member) return await ask("POST", "add-filter-for-new-user", shopper);
      token = (await ask("POST", "session/sign-in", who.member)).token;
      return await ask("POST", "add-filter-for-member", { tier });
    };
    const { temp_enrollment_id: id } = await quote();
    if (who.more) await ask("PUT", `change-filter-info/${id}`, who.more);
    for (const pid of who.healthy ?? []) {
      const { result } = await ask("GET", `get-questions?plan_id=${pid}&type=health&enrollment_id=${id}`);
      const answers = result.map((question: { question_id: number }) => ({
        question_id: question.question_id,
        yes_no_flag: "0",
      }));
      await ask("POST", "save-question-answers", { enrollment_id: id, plan_id: pid, answers });
    }
    for (const pid of who.agreed ?? []) {
      const { questions } = await ask("GET", `get-aflac-questions?plan_id=${pid}&enrollment_id=${id}`);
      const answers = questions.map(({ qid }: { qid: number }) => ({ qid, true_condition: "Yes" }));
      await ask("POST", "save-aflac-questions", { enrollment_id: id, plan_id: pid, aflac_data: answers });
    }
    for (const wish of who.cart ?? []) {
      const [pid, option] = Array.isArray(wish) ? wish : [wish, null];
      const { plans } = await ask("GET", `get-plan-pricing-detail?pid=${pid}&enrollment_id=${id}`);
      const plan =
        plans.find((plan: { option: { code: string } }) => plan.option.code === option) ??
        plans.find((plan: { is_default: boolean }) => plan.is_default);
      const line = { enrollment_id: id, plan_id: plan.plan_id, plan_pricing_id: plan.plan_pricing_id };
      if (pid === who.premier) {
        const [membership] = (await ask("GET", `get-plan-pricing-detail-elevate?enrollment_id=${id}`)).plans;
        const { plan_id: plan_id1, plan_pricing_id: plan_pricing_id1 } = membership;
        await ask("POST", "add-plan-to-cart-prudentials", { ...line, plan_id1, plan_pricing_id1 });
      } else await ask("POST", "add-plan-to-cart", line);
    }
    if (who.checkedOut) {
      const { result } = await ask("GET", `get-cart-effective-dates?enrollment_id=${id}`);
      await ask("POST", "cart-checkout", { enrollment_id: id, effective_date: result[0] });
    }
    localStorage.clear();
    localStorage.setItem("tempId", id);
    localStorage.setItem("eprocess", who.process ?? "applicant");
    localStorage.setItem("enroll_type", who.type ?? "new-member");
    localStorage.setItem("language", who.language ?? "en");
  }, profile);
}

import type { PostCalls } from "@/client/calls.gen";
import { api } from "@/lib/api";

export const ADDRESS = ["address1", "address2", "city", "state", "zip"] as const;
export type Address = Partial<Record<(typeof ADDRESS)[number], string>>;

/** The calls of Billing Information. Card numbers go to `token` only, in the body of one request. */
export const billingApi = {
  text: (id: string, method: string, day: string, signal?: AbortSignal) =>
    api.get(
      "/api/v1/get-billing-text",
      { enrollment_id: id, payment_method: method, bill_date: day || null },
      signal,
    ),
  banks: async (id: string, signal?: AbortSignal) =>
    (await api.get("/api/v1/get-existing-bank-info", { enrollment_id: id }, signal)).result,
  cards: async (id: string, signal?: AbortSignal) =>
    (await api.get("/api/v1/get-existing-card-info", { enrollment_id: id }, signal)).result,
  bank: async (routing: string) => (await api.get("/api/v1/lookup-routing-number", { q: routing })).response,
  home: async (id: string) => {
    const query = { enrollment_id: id, column: "contact_info" };
    return (await api.get("/api/v1/get-enrollment-temp-info", query)).result as Address;
  },
  token: async (id: string, card: Partial<PostCalls["/api/v1/card-token"]["body"]>) =>
    (await api.post("/api/v1/card-token", { enrollment_id: id, ...card })).card_token,
  /** What a card in the processor's own fields is confirmed with. */
  beginSetup: (id: string, back: string) => api.post("/api/v1/begin-card-setup", { enrollment_id: id, back }),
  /** After a check of the bank that took place elsewhere. */
  finishSetup: (id: string, card_token: string) =>
    api.post("/api/v1/finish-card-setup", { enrollment_id: id, card_token }),
  waiting: async (id: string, signal?: AbortSignal) =>
    (await api.get("/api/v1/get-waiting-card", { enrollment_id: id }, signal)).result,
  saveExisting: (id: string, body: Record<string, unknown>) =>
    api.post("/api/v1/save-billing-info-existing", { enrollment_id: id, ...body }),
};

import { api } from "@/lib/api";
import { bootstrap } from "@/lib/bootstrap";
import type { Saved } from "../../api";
import type { Answers } from "../../types";

export interface ExistingBank {
  bank_id: string;
  account_name: string;
  bank_name: string;
  account_number: string;
}

export interface ExistingCard {
  card_id: string;
  name_on_cc: string;
  card_number: string;
  card_brand: string;
  expiration_month: string;
  expiration_year: string;
  expired: boolean;
}

export interface BankFound {
  name: string;
  new_routing_number?: string;
  new_name?: string;
}

/** What is charged, and when, with the day that was asked about. */
export interface Charges {
  first: string;
  first_by: string;
  monthly: string;
  monthly_from: string | null;
}

export const ADDRESS = ["address1", "address2", "city", "state", "zip"] as const;
export type Address = Partial<Record<(typeof ADDRESS)[number], string>>;

const v1 = (name: string) => `${bootstrap.api}/${name}`;

/** The calls of Billing Information. Card numbers go to `token` only, in the body of one request. */
export const billingApi = {
  text: (id: string, way: string, day: string, signal?: AbortSignal) =>
    api.get<{ items: string[]; charges: Charges | null }>(
      v1("get-billing-text"),
      { enrollment_id: id, payment_method: way, bill_date: day || null },
      signal,
    ),
  banks: async (id: string, signal?: AbortSignal) =>
    (await api.get<{ result: ExistingBank[] }>(v1("get-existing-bank-info"), { enrollment_id: id }, signal))
      .result,
  cards: async (id: string, signal?: AbortSignal) =>
    (await api.get<{ result: ExistingCard[] }>(v1("get-existing-card-info"), { enrollment_id: id }, signal))
      .result,
  bank: async (routing: string) =>
    (await api.get<{ response: BankFound }>(v1("lookup-routing-number"), { q: routing })).response,
  home: async (id: string) =>
    (
      await api.get<{ result: Address }>(v1("get-enrollment-temp-info"), {
        enrollment_id: id,
        column: "contact_info",
      })
    ).result,
  token: async (id: string, card: Answers) =>
    (await api.post<{ card_token: string }>(v1("card-token"), { enrollment_id: id, ...card })).card_token,
  saveExisting: (id: string, body: Record<string, unknown>) =>
    api.post<Saved>(v1("save-billing-info-existing"), { enrollment_id: id, ...body }),
};

import { useLingui } from "@lingui/react/macro";
import { type RefObject, useRef, useState } from "react";
import type { CardSetupOut } from "@/client";
import { ApiError } from "@/lib/api";
import type { Fields, Holder, Part } from "./contract";

/** What messages of the server call each part, which is also the id of its box. */
export const IDS: Record<Part, string> = {
  number: "card_number",
  expiry: "expiration_month",
  code: "security_code",
  card: "card_number",
};

export type HostedErrors = Partial<Record<string, string>>;

type Payload = Readonly<Record<string, unknown>>;

const holderOf = (payload: Payload): Holder => {
  const text = (name: string) => String(payload[name] ?? "");
  return {
    name: `${text("first_name_on_cc")} ${text("last_name_on_cc")}`.trim(),
    address1: text("address1"),
    address2: text("address2"),
    city: text("city"),
    state: text("state"),
    zip: text("zip"),
  };
};

export interface Hosted {
  ref: RefObject<Fields | null>;
  errors: HostedErrors;
  labels: Record<string, string>;
  fail: (errors: HostedErrors) => void;
  edited: (id: string, message: string) => void;
  problems: () => { id: string; label: string; message: string }[];
  /** The token to save the step with. Raises ApiError when there was no answer. */
  confirm: (payload: Payload) => Promise<string>;
}

/** A card in the processor's fields: what is wrong with it, and how it gets into the vault. `begin` starts that. */
export function useHosted(begin: () => Promise<CardSetupOut>): Hosted {
  const { t } = useLingui();
  const ref = useRef<Fields | null>(null);
  /** A card that is in the vault already while the step isn't saved yet. */
  const reference = useRef("");
  const [errors, setErrors] = useState<HostedErrors>({});
  const labels: Record<string, string> = {
    card_number: t`Card number`,
    expiration_month: t`Expiration date`,
    security_code: t`Security code`,
  };
  const away = t`We couldn't check the card just now. Please try again in a minute or use another card.`;

  return {
    ref,
    errors,
    labels,
    fail: setErrors,
    edited: (id, message) => {
      reference.current = "";
      setErrors((now) => ({ ...now, [id]: message || undefined }));
    },
    problems: () => {
      if (reference.current) return [];
      if (!ref.current) return [{ id: "card_number", label: labels.card_number ?? "", message: away }];
      const items = ref.current.problems().map(({ part, message }) => ({
        id: IDS[part],
        label: labels[IDS[part]] ?? "",
        message: message || t`Field is required`,
      }));
      setErrors(Object.fromEntries(items.map((item) => [item.id, item.message])));
      return items;
    },
    confirm: async (payload) => {
      if (reference.current) return reference.current;
      const fields = ref.current;
      if (!fields) throw new ApiError({ status: 503, message: away });
      const { card_token, ...setup } = await begin();
      const outcome = await fields.confirm(setup, holderOf(payload));
      if (outcome === "away") throw new ApiError({ status: 503, message: away });
      if (outcome === "kept") reference.current = card_token;
      return card_token;
    },
  };
}

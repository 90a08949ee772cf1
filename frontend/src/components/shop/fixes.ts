/** Obstacles between a shopper and a price, each with the step that removes it. */
import type { QuoteValues } from "@/lib/shop/filter";
import type { PriceError, Remedy, RemedyChoice } from "@/lib/shop/types";

/** A field of the search panel. */
export type EditFocus = "zip" | "gender" | "tier" | "dob";

/** Opens the search panel on a field; the counter makes a second request for the same field work. */
export interface EditRequest {
  focus: EditFocus;
  count: number;
}

export const nextEdit =
  (focus: EditFocus) =>
  (old: EditRequest | null): EditRequest => ({ focus, count: (old?.count ?? 0) + 1 });

/** Values the shopper may choose from: nothing here is a fact about them that only they know. */
export type ChoiceField = "tier" | "county" | "platform_group_id" | "group_id";

export type Fix = (
  | { kind: "income" | "hours"; value: string }
  | { kind: "tobacco" | "dependents" | "find" | "questions" | "cart" | "group_code" }
  | { kind: "edit"; focus: EditFocus }
  | { kind: "plan"; pid: number }
  | { kind: "choose"; field: ChoiceField; choices: RemedyChoice[] }
  | { kind: "apply"; changes: Record<string, string> }
) & {
  /** The server's words for the button. */
  label: string;
};

const CHOICE_FIELDS: Partial<Record<Remedy["action"], ChoiceField>> = {
  tier: "tier",
  county: "county",
  portal: "platform_group_id",
  group: "group_id",
};

/** The shopper confirms a county; the store never picks one. */
const ASKED_FIRST = new Set<Remedy["action"]>(["county"]);

const EDITS: Partial<Record<Remedy["action"], EditFocus>> = {
  tier: "tier",
  zip: "zip",
  county: "zip",
  dob: "dob",
};

function fixOfValue(remedy: Remedy): Fix | null {
  const { action, label = "", changes = {}, choices = [] } = remedy;
  const field = CHOICE_FIELDS[action];
  const ready = Object.keys(changes).length > 0 && (field || action === "effective_date");
  if (ready && !ASKED_FIRST.has(action)) return { kind: "apply", changes, label };
  if (field && choices.length > 0) return { kind: "choose", field, choices, label };
  const focus = EDITS[action];
  return focus ? { kind: "edit", focus, label } : null;
}

function fixOfRemedy(remedy: Remedy): Fix | null {
  const { action, label = "", value = "" } = remedy;
  switch (action) {
    case "none":
    case "wait":
      return null;
    case "income":
    case "hours":
      return { kind: action, value, label };
    case "tobacco":
    case "questions":
    case "cart":
    case "group_code":
      return { kind: action, label };
    case "spouse_dob":
    case "no_of_children":
      return { kind: "dependents", label };
    case "restart":
      return { kind: "find", label };
    case "plan":
      return { kind: "plan", pid: Number(value), label };
    default:
      return fixOfValue(remedy);
  }
}

/** The step the server's nearest remedy asks for. */
export const fixFor = ({ remedy }: PriceError): Fix | null => (remedy ? fixOfRemedy(remedy) : null);

/** The answers of the search panel among the changes: what a summary can show before the server has answered. */
export const shownChanges = ({ tier }: Record<string, string>): Partial<QuoteValues> =>
  tier ? { tier } : {};

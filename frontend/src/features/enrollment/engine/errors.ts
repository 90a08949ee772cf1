import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** Server field errors -> form fields. Nothing the server says is ever lost: what matches no field is shown on top. */
export interface ErrorItem {
  target: string;
  message: string;
}

export interface MappedErrors {
  fields: Record<string, string>;
  unmatched: string[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function itemOf(value: unknown): ErrorItem | null {
  if (!isRecord(value) || !("error_message" in value)) return null;
  const message = String(value.error_message ?? "").trim();
  return message && value.is_valid !== true ? { target: String(value.target_element ?? ""), message } : null;
}

/**
 * The items of an answer's `data`: a list, or (contact step) lists grouped under `email` and `phone`, or one item.
 * An item without a target belongs to its group.
 */
export function errorItems(data: unknown, group = ""): ErrorItem[] {
  if (Array.isArray(data)) return data.flatMap((entry) => errorItems(entry, group));
  const item = itemOf(data);
  if (item) return [{ ...item, target: item.target || group }];
  if (!isRecord(data)) return [];
  return Object.entries(data).flatMap(([key, value]) =>
    typeof value === "object" ? errorItems(value, key) : [],
  );
}

const ALIASES: Record<string, string[]> = {
  email: ["email_address"],
  phone: ["phone_number"],
  dob: ["birthdate"],
  height: ["height_feet"],
};

/** "health_info.condition_questions.2.conditions.0.symptoms_message" -> "health_info.condition_questions.2.conditions.0.symptoms" */
export const normaliseTarget = (target: string): string =>
  target
    .trim()
    .replace(/\[(\w+)\]/g, ".$1")
    .replace(/_message$/, "");

/** Somebody on a list: a form that is open beside it may be another person's. */
const PERSON = /^(beneficiaries|dependents)\.(\d+)\./;

function candidates(target: string): string[] {
  const path = normaliseTarget(target);
  if (PERSON.test(path)) return [path];
  const parts = path.split(".");
  const tails = parts.map((_, index) => parts.slice(index).join("."));
  return tails.flatMap((tail) => [tail, ...(ALIASES[tail] ?? [])]);
}

/** The longest known field path a target points at, or null. */
export function fieldFor(target: string, fieldNames: ReadonlySet<string>): string | null {
  return candidates(target).find((name) => fieldNames.has(name)) ?? null;
}

/** An error of somebody on a list, which no field on the page belongs to, says whose it is. */
function aboutPerson(target: string, message: string): string {
  const [, list, place] = PERSON.exec(normaliseTarget(target)) ?? [];
  if (!list) return message;
  const number = Number(place) + 1;
  return i18n._(
    list === "beneficiaries" ? msg`Beneficiary #${number} ${message}` : msg`Dependent #${number} ${message}`,
  );
}

export function mapErrors(items: ErrorItem[], fieldNames: Iterable<string>): MappedErrors {
  const knownNames = new Set(fieldNames);
  const mapped: MappedErrors = { fields: {}, unmatched: [] };
  for (const { target, message } of items) {
    const name = fieldFor(target, knownNames);
    if (name) mapped.fields[name] ??= message;
    else {
      const text = aboutPerson(target, message);
      if (!mapped.unmatched.includes(text)) mapped.unmatched.push(text);
    }
  }
  return mapped;
}

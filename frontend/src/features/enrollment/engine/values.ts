import { type Day, normaliseDate, parseDay } from "@/lib/dates";
import { digits, phoneMask, plainNumber, ssnMask, zipMask } from "@/lib/masks";
import type { Answer, Answers, Check, FieldDef } from "../types";
import { visibleFields } from "./show-if";

/** The widget family of a field. An unknown type is a text field. */
export const kindOf = (field: FieldDef): string => KINDS[field.type ?? ""] ?? "text";

const KINDS: Record<string, string> = {
  text: "text",
  string: "text",
  name: "text",
  email: "email",
  phone: "phone",
  tel: "phone",
  zip: "zip",
  state: "state",
  ssn: "ssn",
  date: "date",
  number: "number",
  integer: "number",
  select: "select",
  choice: "select",
  radio: "radio",
  segmented: "segmented",
  checkbox: "checkbox",
  boolean: "checkbox",
  checkboxes: "checkboxes",
  multi: "checkboxes",
  textarea: "textarea",
  account: "digits",
  routing: "digits",
  digits: "digits",
  hidden: "hidden",
  signature: "hidden",
  enroller_code: "hidden",
};

/** Asked by the step itself, or not at all; its value still belongs to the form. */
export const isAsked = (field: FieldDef): boolean => kindOf(field) !== "hidden";

/** Answers the draft must never carry; they are sent only with the step itself. */
export const neverDrafted = (field: FieldDef): boolean =>
  field.sensitive === true || field.draftable === false;

/** Secret values arrive masked ("Ending 4821", "***-**-4821") and are shown, not edited. */
export const isMasked = (field: FieldDef, answer: Answer): boolean =>
  neverDrafted(field) &&
  typeof answer === "string" &&
  answer !== "" &&
  answer === toAnswer(field.value) &&
  /\D/.test(answer.replace(/-/g, ""));

function toAnswer(value: unknown): Answer {
  if (Array.isArray(value)) return value.map(String);
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "1" : "0";
  return String(value);
}

export function initialAnswers(fields: FieldDef[]): Answers {
  const answers: Answers = {};
  for (const field of fields) {
    const value = toAnswer(field.value);
    const isList = kindOf(field) === "checkboxes";
    answers[field.field_name] =
      isList && !Array.isArray(value) ? (value ? value.split(",") : []) : formatAnswer(field, value);
  }
  return answers;
}

/** The first or last day that the rules of a date leave, whatever else is answered. */
export function limitOf(field: FieldDef, kind: Check["kind"]): Day | undefined {
  const rule = (field.checks ?? []).find((check) => check.kind === kind && !check.only_if);
  return parseDay(rule?.value ?? "") ?? undefined;
}

/** Return the text shown once a field loses the focus. */
export function formatAnswer(field: FieldDef, answer: Answer): Answer {
  if (Array.isArray(answer)) return answer;
  switch (kindOf(field)) {
    case "phone":
      return phoneMask.format(answer);
    case "zip":
      return zipMask.format(answer);
    case "date":
      return normaliseDate(answer);
    case "ssn":
      return ssnMask.format(answer);
    case "number":
      return plainNumber(answer, field.unit);
    default:
      return answer;
  }
}

/** The most digits of a number, and the signs that may stand around them while it is typed. */
const CAPS: Record<string, { most: (text: string, field: FieldDef) => number; signs: RegExp }> = {
  ssn: { most: () => 9, signs: /^[\d\s-]*$/ },
  phone: { most: (text) => (digits(text).startsWith("1") ? 11 : 10), signs: /^[\d\s()+.-]*$/ },
  zip: { most: () => 5, signs: /^\d*$/ },
  digits: { most: (_text, field) => field.max_length ?? 17, signs: /^[\d\s-]*$/ },
  number: { most: (_text, field) => field.max_length ?? 9, signs: /^[\d.,]*$/ },
};

/** Text that was pasted over another may have one character more, too. */
function isOneSignMore(before: string, after: string): boolean {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at++;
  return after.length === before.length + 1 && after.slice(at + 1) === before.slice(at);
}

/**
 * What a field shows after a change. A single typed sign that can't belong to a number is not taken; what is pasted
 * stays whole, so that nothing is cut off unseen and the checks can name it.
 */
export function typedAnswer(field: FieldDef, before: Answer, after: Answer): Answer {
  const cap = CAPS[kindOf(field)];
  if (!cap || typeof before !== "string" || typeof after !== "string") return after;
  if (isMasked(field, before) || !isOneSignMore(before, after)) return after;
  return cap.signs.test(after) && digits(after).length <= cap.most(after, field) ? after : before;
}

/** Return whether a field takes a key: the text before and after it. */
export const takesKey =
  (field: FieldDef) =>
  (before: string, after: string): boolean =>
    typedAnswer(field, before, after) === after;

/** Return the value to send, without its mask. */
export function plainAnswer(field: FieldDef, answer: Answer): Answer {
  if (Array.isArray(answer)) return answer;
  switch (kindOf(field)) {
    case "phone":
      return phoneMask.parse(answer);
    case "ssn":
      return ssnMask.parse(answer);
    case "zip":
      return zipMask.parse(answer);
    case "date":
      return normaliseDate(answer);
    case "digits":
      return /^[\d\s-]*$/.test(answer) ? digits(answer) : answer.trim();
    case "number":
      return plainNumber(answer, field.unit);
    default:
      return answer.trim();
  }
}

/** The body of a step's save: visible answers, empty ones left out, untouched secrets left out. A tick is 1 or 0. */
export function payloadOf(fields: FieldDef[], answers: Answers): Answers {
  const payload: Answers = {};
  for (const field of visibleFields(fields, answers)) {
    const answer = answers[field.field_name] ?? "";
    if (isMasked(field, answer)) continue;
    const plain = kindOf(field) === "checkbox" && !answer ? "0" : plainAnswer(field, answer);
    if (plain.length > 0) payload[field.field_name] = plain;
  }
  return payload;
}

/** Return the fields with a value. */
export const filled = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== "" && value !== null && value !== undefined),
  ) as Partial<T>;

/** The part of a draft that may travel before the step is sent. Emptied answers are sent as empty. */
export function draftOf(fields: FieldDef[], answers: Answers, names: Iterable<string>): Answers {
  const nameSet = new Set(names);
  const draft: Answers = {};
  for (const field of fields) {
    if (!nameSet.has(field.field_name) || neverDrafted(field) || field.read_only) continue;
    draft[field.field_name] = plainAnswer(field, answers[field.field_name] ?? "");
  }
  return draft;
}

/** Labels of what was typed and is in no draft. */
export const unkeptOf = (fields: FieldDef[], answers: Answers): string =>
  visibleFields(fields, answers)
    .filter((field) => {
      const answer = answers[field.field_name] ?? "";
      return answer && neverDrafted(field) && !field.read_only && !isMasked(field, answer);
    })
    .map((field) => field.label)
    .join(", ");

import { compareDays, type Day, parseDay } from "@/lib/dates";
import { isEmail } from "@/lib/email";
import { fold, isHolder, isName } from "@/lib/fold";
import { digits } from "@/lib/masks";
import type { Answers, Check, FieldDef } from "../types";
import { type MessageKey, say } from "./messages";
import { holds, visibleFields } from "./show-if";
import { isMasked, kindOf, plainAnswer } from "./values";

type Test = (text: string) => boolean;
/** Return the error of a text that isn't empty, or null. */
type Rule = (text: string) => string | null;
const rule =
  (test: Test, key: MessageKey): Rule =>
  (text) =>
    test(text) ? null : say(key);

const isDigits: Test = (text) => /^\d+$/.test(text);

const BY_KIND: Record<string, Rule> = {
  email: rule(isEmail, "email"),
  phone: rule((text) => digits(text).length === 10, "phone"),
  zip: rule((text) => /^\d{5}$/.test(text), "zip"),
  ssn: rule((text) => /^\d{9}$/.test(text), "ssn"),
  date: rule((text) => parseDay(text) !== null, "date"),
};

/** What is no date is told elsewhere. */
function onDay(text: string, limit: string, isValidOrder: (order: number) => boolean): boolean {
  const [day, bound]: (Day | null)[] = [parseDay(text), parseDay(limit)];
  return !day || !bound || isValidOrder(compareDays(day, bound));
}

const FITS: Record<Check["kind"], (text: string, limit: string) => boolean> = {
  required: () => true,
  not_before: (text, limit) => onDay(text, limit, (order) => order >= 0),
  not_after: (text, limit) => onDay(text, limit, (order) => order <= 0),
  whole: (text) => /^-?\d+$/.test(text),
  at_least: (text, limit) => isDigits(text) && Number(text) >= Number(limit),
  at_most: (text, limit) => isDigits(text) && Number(text) <= Number(limit),
  digits: isDigits,
  min_length: (text, limit) => [...text].length >= Number(limit),
  max_length: (text, limit) => [...text].length <= Number(limit),
  without: (text, limit) => ![...text].some((sign) => limit.includes(sign)),
  not: (text, limit) => text !== limit,
  name: isName,
  holder: isHolder,
  pattern: (text, pattern) =>
    text.split("\n").every((line) => new RegExp(`^(?:${pattern})$`, "u").test(fold(line))),
};

/** The message of the first of the server's rules that an answer breaks, or null. */
export function brokenCheck(field: FieldDef, text: string, answers: Answers): string | null {
  const broken = (field.checks ?? []).find(
    ({ kind, value, only_if }) => (!only_if || holds(only_if, answers)) && !FITS[kind]?.(text, value),
  );
  return broken?.message ?? null;
}

/** Return the error of an empty answer. */
function emptyMessage(field: FieldDef): string {
  const words = (field.checks ?? []).find((check) => check.kind === "required")?.message;
  return words ?? say(kindOf(field) === "checkbox" ? "tick" : "required");
}

/** Return the error of one answer, or null. A mirror of the server's checks, for speed only. */
export function problemOf(field: FieldDef, answers: Answers): string | null {
  const answer = answers[field.field_name] ?? "";
  if (field.read_only || isMasked(field, answer)) return null;
  const plain = plainAnswer(field, answer);
  const untickedBox = kindOf(field) === "checkbox" && plain === "0";
  if (plain.length === 0 || untickedBox) return field.required ? emptyMessage(field) : null;
  if (Array.isArray(plain)) return null;
  const broken = BY_KIND[kindOf(field)]?.(plain);
  return broken ?? brokenCheck(field, plain, answers);
}

/** Field name -> message for everything that stops a step, in the order of the form. */
export function problemsOf(fields: FieldDef[], answers: Answers): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const field of visibleFields(fields, answers)) {
    const problem = problemOf(field, answers);
    if (problem) problems[field.field_name] = problem;
  }
  return problems;
}

import { parseDay } from "@/lib/dates";
import { digits } from "@/lib/masks";
import type { Answers, FieldDef } from "../types";
import type { MessageKey } from "./messages";
import { visibleFields } from "./show-if";
import { isMasked, kindOf, plainAnswer } from "./values";

type Check = (text: string) => boolean;

const NAME = /^\p{L}[\p{L}\p{M}\s.'’-]*$/u;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;
const positive: Check = (text) => /^\d+$/.test(text) && Number(text) > 0;
const sized =
  (min: number, max: number): Check =>
  (text) =>
    /^\d+$/.test(text) && text.length >= min && text.length <= max;

const BY_NAME: Record<string, [Check, MessageKey]> = {
  first_name: [(text) => NAME.test(text), "firstName"],
  last_name: [(text) => NAME.test(text), "lastName"],
  weight: [positive, "weight"],
  height_feet: [positive, "height"],
  height_inch: [(text) => /^\d{1,2}$/.test(text) && Number(text) < 12, "inch"],
  routing_number: [sized(9, 9), "routing"],
  account_number: [sized(4, 17), "account"],
  beneficiary_percentage: [(text) => positive(text) && Number(text) <= 100, "share"],
  account_name: [(text) => /^[\p{L}\p{N}\p{M}\s.'’&-]+$/u.test(text), "holder"],
};

const BY_KIND: Record<string, [Check, MessageKey]> = {
  email: [(text) => EMAIL.test(text), "email"],
  phone: [(text) => digits(text).length === 10, "phone"],
  zip: [(text) => /^\d{5}$/.test(text), "zip"],
  ssn: [(text) => /^\d{9}$/.test(text), "ssn"],
  date: [(text) => parseDay(text) !== null, "date"],
};

/** What is wrong with one answer, or null. A mirror of the server's checks, for speed only. */
export function problemOf(field: FieldDef, answers: Answers): MessageKey | null {
  const answer = answers[field.field_name] ?? "";
  if (field.read_only || isMasked(field, answer)) return null;
  const plain = plainAnswer(field, answer);
  const untickedBox = kindOf(field) === "checkbox" && plain === "0";
  if (plain.length === 0 || untickedBox) return field.required ? (untickedBox ? "tick" : "required") : null;
  if (Array.isArray(plain)) return null;
  const [check, key] = BY_NAME[field.field_name] ?? BY_KIND[kindOf(field)] ?? [];
  return check && key && !check(plain) ? key : null;
}

/** Field name -> message key for everything that stops a step, in the order of the form. */
export function problemsOf(fields: FieldDef[], answers: Answers): Record<string, MessageKey> {
  const problems: Record<string, MessageKey> = {};
  for (const field of visibleFields(fields, answers)) {
    const problem = problemOf(field, answers);
    if (problem) problems[field.field_name] = problem;
  }
  return problems;
}

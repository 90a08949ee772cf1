import { compareDays, parseDay } from "@/lib/dates";
import type { Answer, Answers, FieldDef, Predicate } from "../types";

const has = (answer: Answer | undefined, expected: string): boolean =>
  Array.isArray(answer) ? answer.includes(expected) : (answer ?? "") === expected;

export function holds(predicate: Predicate, answers: Answers): boolean {
  if ("all" in predicate) return predicate.all.every((part) => holds(part, answers));
  if ("any" in predicate) return predicate.any.some((part) => holds(part, answers));
  if ("not" in predicate) return !holds(predicate.not, answers);
  const answer = answers[predicate.field];
  if ("after" in predicate) {
    const [day, limit] = [parseDay(String(answer ?? "")), parseDay(predicate.after)];
    return !!day && !!limit && compareDays(day, limit) > 0;
  }
  if ("in" in predicate) return predicate.in.some((expected) => has(answer, String(expected)));
  return has(answer, String(predicate.eq));
}

/** Hidden answers stay in the form, so that toggling back restores them, but they are not sent. */
export const visibleFields = (fields: FieldDef[], answers: Answers): FieldDef[] =>
  fields.filter((field) => !field.show_if || holds(field.show_if, answers));

import { ApiError } from "@/lib/api";
import type { Answer, Answers, FieldDef } from "../types";
import { filled, kindOf } from "./values";

/**
 * Health questions are fields of their own on the form, named by the path and id of their question
 * ("condition_questions.146.conditions.0.phone"); the calls want them as lists. `prefix` is "health_info." where they
 * are part of a dependent's form.
 */
export interface Health {
  condition_questions: Record<string, unknown>[];
  medication_question?: Record<string, unknown>;
  notes?: Answer;
  /** The line below the questions, which confirms all answers. */
  confirmed?: Answer;
}

const ROWS = 3;
const LEFT_ALONE = "undefined";
const FLAG = /^condition_questions\.(\w+)\.yes_no_flag$/;
const MEDICATION = "medication_question.";

/** Ids of the asked questions in the order of the form, which is the order they are sent in. */
function orderOf(fields: FieldDef[], prefix: string): string[] {
  return fields.flatMap(({ field_name: name }) => {
    const id = name.startsWith(prefix) ? FLAG.exec(name.slice(prefix.length))?.[1] : undefined;
    return id ? [id] : [];
  });
}

/** The number of the question a field belongs to, as it stands on the page; 0 for what belongs to none. */
export function questionNumber(fields: FieldDef[], name: string, prefix = ""): number {
  const flags = fields.filter((field) => field.field_name.endsWith(".yes_no_flag"));
  const mine = (flag: string) => flag.startsWith(prefix) && name.startsWith(flag.replace(/yes_no_flag$/, ""));
  return flags.findIndex((field) => mine(field.field_name)) + 1;
}

/** The answers whose names start with `start`, without it. */
function below(payload: Answers, start: string): Answers {
  const entries = Object.entries(payload).filter(([name]) => name.startsWith(start));
  return Object.fromEntries(entries.map(([name, answer]) => [name.slice(start.length), answer]));
}

/** The rows of a yes: the first answerOf always, the others where something was filled in. */
function medications(payload: Answers, start: string): Record<string, unknown>[] {
  const rows = Array.from({ length: ROWS }, (_, row) => ({
    id: row + 1,
    ...below(payload, `${start}medications.${row}.`),
  }));
  return rows.filter((row, place) => place === 0 || Object.keys(row).length > 1);
}

/** Details of a yes. A select that nobody touched says so. */
function details(fields: FieldDef[], payload: Answers, start: string): Answers[] {
  const nested = fields.filter((field) => field.field_name.startsWith(start));
  const alone = nested
    .filter((field) => kindOf(field) === "select")
    .map((field) => [field.field_name.slice(start.length), LEFT_ALONE] as const);
  return nested.length ? [{ ...Object.fromEntries(alone), ...below(payload, start) }] : [];
}

/** A step's or a dependent's payload, with the health answers apart from the others. A no has no details. */
export function splitHealth(
  fields: FieldDef[],
  payload: Answers,
  prefix = "",
): { rest: Answers; health: Health | null } {
  const labels = new Map(fields.map((field) => [field.field_name, field.label ?? ""]));
  const order = orderOf(fields, prefix);
  const medicine = `${prefix}${MEDICATION}`;
  const asksMedicine = labels.has(`${medicine}yes_no_flag`);
  if (!order.length && !asksMedicine) return { rest: payload, health: null };
  const answerOf = (start: string) => ({
    question_text: labels.get(`${start}yes_no_flag`) ?? "",
    yes_no_flag: payload[`${start}yes_no_flag`] ?? "",
  });
  const health: Health = {
    condition_questions: order.map((id) => {
      const start = `${prefix}condition_questions.${id}.`;
      const answer = { question_id: id, ...answerOf(start) };
      const conditions = details(fields, payload, `${start}conditions.0.`);
      return answer.yes_no_flag === "1" && conditions.length ? { ...answer, conditions } : answer;
    }),
    ...filled({
      notes: payload[`${prefix}notes`] ?? "",
      confirmed: payload[`${prefix}confirmed`] ?? "",
    }),
  };
  if (asksMedicine) {
    const number = fields.find((field) => field.field_name === `${medicine}question_id`)?.value ?? "";
    const answer = {
      ...filled({ question_id: number }),
      ...answerOf(medicine),
    };
    health.medication_question =
      answer.yes_no_flag === "1" ? { ...answer, medications: medications(payload, medicine) } : answer;
  }
  const isHealthField = (name: string) =>
    name.startsWith(`${prefix}condition_questions.`) ||
    name.startsWith(medicine) ||
    [`${prefix}notes`, `${prefix}confirmed`].includes(name);
  return {
    rest: Object.fromEntries(Object.entries(payload).filter(([name]) => !isHealthField(name))),
    health,
  };
}

/**
 * The server names a question, and a row of medications, by its place in what was sent; the form names a question by its
 * id and a row by its place on the form.
 */
export function errorsById(error: unknown, fields: FieldDef[], health: Health | null, prefix = ""): unknown {
  if (!(error instanceof ApiError) || !Array.isArray(error.data)) return error;
  const order = orderOf(fields, prefix);
  const rows = (health?.medication_question?.medications ?? []) as { id: number }[];
  const named = (target: string) =>
    target
      .replace(/(condition_questions\.)(\d+)(?=\.)/, (whole, name: string, place: string) =>
        order[Number(place)] ? name + order[Number(place)] : whole,
      )
      .replace(/(medications\.)(\d+)(?=\.)/, (whole, name: string, place: string) => {
        const row = rows[Number(place)];
        return row ? `${name}${row.id - 1}` : whole;
      });
  const data = error.data.map((item: { target_element?: string }) => ({
    ...item,
    target_element: named(item.target_element ?? ""),
  }));
  return new ApiError({ status: error.status, message: error.message, errorCode: error.errorCode, data });
}

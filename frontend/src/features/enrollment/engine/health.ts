import { ApiError } from "@/lib/api";
import type { Answer, Answers, FieldDef } from "../types";

/**
 * Health questions are fields of their own on the form, named by the path and id of their question
 * ("condition_questions.146.conditions.0.phone"); the calls want them as lists. `prefix` is "health_info." where they
 * are part of a dependent's form.
 */
interface Health {
  condition_questions: Record<string, unknown>[];
  medication_question?: Record<string, unknown>;
  notes: Answer;
}

const ROWS = 3;
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
  const found = Object.entries(payload).filter(([name]) => name.startsWith(start));
  return Object.fromEntries(found.map(([name, answer]) => [name.slice(start.length), answer]));
}

function medications(payload: Answers, start: string): Answers[] {
  const rows = Array.from({ length: ROWS }, (_, row) => below(payload, `${start}medications.${row}.`));
  const last = rows.findLastIndex((row) => Object.keys(row).length > 0);
  return rows.slice(0, last + 1);
}

/** A step's or a dependent's payload, with the health answers apart from the others. */
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
  const one = (start: string) => ({
    question_text: labels.get(`${start}yes_no_flag`) ?? "",
    yes_no_flag: payload[`${start}yes_no_flag`] ?? "",
  });
  const health: Health = {
    condition_questions: order.map((id) => {
      const start = `${prefix}condition_questions.${id}.`;
      const details = below(payload, `${start}conditions.0.`);
      return { question_id: id, ...one(start), conditions: Object.keys(details).length ? [details] : [] };
    }),
    notes: payload[`${prefix}notes`] ?? "",
  };
  if (asksMedicine) {
    health.medication_question = { ...one(medicine), medications: medications(payload, medicine) };
  }
  const ours = (name: string) =>
    name.startsWith(`${prefix}condition_questions.`) ||
    name.startsWith(medicine) ||
    name === `${prefix}notes`;
  return { rest: Object.fromEntries(Object.entries(payload).filter(([name]) => !ours(name))), health };
}

/** The server names a question by its place in what was sent; the form names it by its id. */
export function errorsById(error: unknown, fields: FieldDef[], prefix = ""): unknown {
  if (!(error instanceof ApiError) || !Array.isArray(error.data)) return error;
  const order = orderOf(fields, prefix);
  const data = error.data.map((item: { target_element?: string }) => ({
    ...item,
    target_element: (item.target_element ?? "").replace(
      /(condition_questions\.)(\d+)(?=\.)/,
      (whole, name: string, place: string) => (order[Number(place)] ? name + order[Number(place)] : whole),
    ),
  }));
  return new ApiError({ status: error.status, message: error.message, errorCode: error.errorCode, data });
}

import { ApiError } from "@/lib/api";
import type { Answer, Answers } from "../types";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const plain = (answer: Answer | undefined): string =>
  Array.isArray(answer) ? answer.join(",") : (answer ?? "");
const bare = (text: string): string => text.replace(/[\s()./-]/g, "").toLowerCase();

/** Return the answers of another window that differ from this one's. */
export function differing(serverValue: unknown, answers: Answers): Answers {
  const differences: Answers = {};
  for (const [name, value] of Object.entries(isRecord(serverValue) ? serverValue : {})) {
    const answer = Array.isArray(value) ? value.map(String) : String(value ?? "");
    if (name in answers && bare(plain(answer)) !== bare(plain(answers[name]))) differences[name] = answer;
  }
  return differences;
}

interface Conflict {
  version: number;
  /** Answers that were sent and differ there. */
  values: Answers;
  /** Answers that were not sent and differ there. */
  others: Answers;
}

/** A 409: what another tab or person saved since, without the answers that are the same here. */
export function conflictOf(error: unknown, answers: Answers): Conflict | null {
  if (!(error instanceof ApiError) || error.status !== 409 || !isRecord(error.data)) return null;
  const { version, values, others } = error.data;
  if (typeof version !== "number") return null;
  return { version, values: differing(values, answers), others: differing(others, answers) };
}

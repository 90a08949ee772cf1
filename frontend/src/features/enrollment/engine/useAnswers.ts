import { useMemo, useRef, useState } from "react";
import type { Answer, Answers, FieldDef } from "../types";
import { problemsOf } from "./validate";

/** The answers of one form and what is wrong with them. Reading is always up to date, also between two renders. */
export interface AnswerForm {
  answers: Answers;
  errors: Record<string, string>;
  /** Return whether an answer was given here that differs from the server's. */
  changed: (name: string) => boolean;
  /** What was typed before the page was left, and has to be typed again. */
  lost: string[];
  read: () => Answers;
  set: (name: string, answer: Answer) => void;
  /** Shows what the server has now, as if the form had opened with it. */
  adopt: (answers: Answers) => void;
  fail: (errors: Record<string, string>) => void;
  forgive: (name: string) => void;
  /** Checks the fields, shows what is wrong and answers it. */
  check: (fields: FieldDef[]) => Record<string, string>;
}

export function useAnswers(initial: () => Answers, lost: () => string[] = () => []): AnswerForm {
  const [answers, setAnswers] = useState(initial);
  const [gone] = useState(lost);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const latest = useRef(answers);
  const touched = useRef(new Set<string>());

  const actions = useMemo(
    () => ({
      changed: (name: string) => touched.current.has(name),
      read: () => latest.current,
      set: (name: string, answer: Answer) => {
        touched.current.add(name);
        latest.current = { ...latest.current, [name]: answer };
        setAnswers(latest.current);
      },
      adopt: (changes: Answers) => {
        latest.current = { ...latest.current, ...changes };
        setAnswers(latest.current);
      },
      fail: (problems: Record<string, string>) => setErrors((before) => ({ ...before, ...problems })),
      forgive: (name: string) =>
        setErrors((before) => {
          if (!(name in before)) return before;
          const { [name]: _gone, ...others } = before;
          return others;
        }),
      check: (fields: FieldDef[]) => {
        const problems = problemsOf(fields, latest.current);
        setErrors(problems);
        return problems;
      },
    }),
    [],
  );
  return { answers, errors, lost: gone, ...actions };
}

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { HealthAnswer, Question } from "@/client";
import { ErrorSummary, type SummaryItem } from "@/components/form/ErrorSummary";
import { Banner } from "@/components/ui/Banner";
import { Button, ButtonLink } from "@/components/ui/Button";
import { CardSkeleton, FailedRead, Loading } from "@/components/ui/State";
import { toast } from "@/components/ui/Toast";
import { ApiError, api, type FieldErrors } from "@/lib/api";
import { quoteKey, useQuoteId } from "@/lib/shop/filter";
import { type Answer, EMPTY_ANSWER, QuestionItem, toWire } from "./QuestionItem";
import s from "./Questions.module.css";

const CHECK_DETAIL = [
  "dot_from",
  "dot_to",
  "reason_for_condition",
  "degree_of_recovery",
  "physician_name_address",
];

/** Server paths count the answers in the order they were sent; show them under the question's own fields. */
function localErrors(errors: FieldErrors, questions: Question[]): FieldErrors {
  const local: FieldErrors = {};
  for (const [path, message] of Object.entries(errors)) {
    const match = /^answers\.(\d+)\.(.+)$/.exec(path);
    const question = match ? questions[Number(match[1])] : undefined;
    local[question && match ? `question_${question.question_id}.${match[2]}` : path] = message;
  }
  return local;
}

/** Throws ApiError; the form shows what it says. */
export type SaveAnswers = (answers: HealthAnswer[]) => Promise<void>;

function useHealthForm(questions: Question[], save: SaveAnswers) {
  const { t } = useLingui();
  const [answers, setAnswers] = useState<Record<number, Answer>>({});
  const [errors, setErrors] = useState<FieldErrors>({});
  const [declined, setDeclined] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const answerOf = (question: Question) => answers[question.question_id] ?? EMPTY_ANSWER;

  const change = (question: Question, part: Partial<Answer>) => {
    setAnswers((old) => ({ ...old, [question.question_id]: { ...answerOf(question), ...part } }));
    const prefix = `question_${question.question_id}`;
    setErrors((old) => Object.fromEntries(Object.entries(old).filter(([path]) => !path.startsWith(prefix))));
  };

  const fail = (next: FieldErrors) => {
    setErrors(next);
    setAttempt((count) => count + 1);
  };

  const showError = (error: ApiError) => {
    if (error.errorCode === "decline") {
      setDeclined((error.data as { error_message?: string } | null)?.error_message || error.message);
    } else if (error.hasFieldErrors) fail(localErrors(error.fieldErrors, questions));
    else setProblem(error.message || t`We could not save your answers. Check your connection and try again.`);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setDeclined(null);
    setProblem(null);
    const unanswered = questions.filter((question) => !answerOf(question).yes_no_flag);
    if (unanswered.length) {
      const message = t`Please answer all questions`;
      return fail(Object.fromEntries(unanswered.map((item) => [`question_${item.question_id}`, message])));
    }
    setBusy(true);
    try {
      await save(questions.map((question) => toWire(question, answerOf(question))));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return { answerOf, change, errors, declined, problem, busy, attempt, submit };
}

/** The questions with their answers, one error summary, and one Submit. */
export function HealthForm({ questions, save }: { questions: Question[]; save: SaveAnswers }) {
  const { t } = useLingui();
  const form = useHealthForm(questions, save);
  const fields: Record<string, string> = {
    dot_from: t`Date of treatment from`,
    dot_to: t`Date of treatment to`,
    reason_for_condition: t`Reason for condition`,
    degree_of_recovery: t`Degree of recovery`,
    physician_name_address: t`Physician name and address`,
  };
  const questionLabel = (path: string) => {
    const number = questions.findIndex((question) => path.startsWith(`question_${question.question_id}`)) + 1;
    const field = fields[path.slice(path.lastIndexOf(".") + 1)];
    if (!number) return undefined;
    return field ? t`Question ${number}, ${field}` : t`Question ${number}`;
  };
  const items: SummaryItem[] = Object.entries(form.errors).map(([path, message]) => ({
    id:
      CHECK_DETAIL.some((name) => path.endsWith(name)) || path.includes(".")
        ? path.replaceAll(".", "-")
        : path,
    label: questionLabel(path),
    message,
  }));
  return (
    <form noValidate onSubmit={(event) => void form.submit(event)} className={s.form}>
      <ErrorSummary items={items} attempt={form.attempt} />
      <ol className={s.list}>
        {questions.map((question) => (
          <li key={question.question_id}>
            <QuestionItem
              question={question}
              answer={form.answerOf(question)}
              errors={form.errors}
              onChange={(part) => form.change(question, part)}
            />
          </li>
        ))}
      </ol>
      {form.declined && (
        <Banner
          tone="bad"
          live="alert"
          action={
            <ButtonLink size="sm" to="/plans">
              <Trans>See all plans</Trans>
            </ButtonLink>
          }
        >
          {form.declined}
        </Banner>
      )}
      {form.problem && (
        <Banner tone="bad" live="alert">
          {form.problem}
        </Banner>
      )}
      <Button type="submit" tone="primary" busy={form.busy} busyText={t`Saving`}>
        <Trans>Submit</Trans>
      </Button>
    </form>
  );
}

interface HealthQuestionsProps {
  planId: number;
  /** "health" for the plan itself, "rider:CODE" for one of its riders. */
  type?: string;
  onSaved?: () => void;
}

export function HealthQuestions({ planId, type = "health", onSaved }: HealthQuestionsProps) {
  const { t } = useLingui();
  const id = useQuoteId();
  const client = useQueryClient();
  const questions = useQuery({
    queryKey: quoteKey(id, "questions", planId, type),
    queryFn: ({ signal }) =>
      api.get("/api/v1/get-questions", { enrollment_id: id, plan_id: planId, type }, signal),
  });
  const save: SaveAnswers = async (answers) => {
    const body = {
      enrollment_id: id ?? "",
      plan_id: planId,
      answers,
      ...(type === "health" ? {} : { type }),
    };
    const data = await api.post("/api/v1/save-question-answers", body);
    toast(data?.success_message || t`Your answers are saved.`);
    onSaved?.();
    await client.invalidateQueries({ queryKey: ["quote"] });
  };
  if (questions.isPending) {
    return (
      <Loading>
        <CardSkeleton />
      </Loading>
    );
  }
  if (questions.isError)
    return <FailedRead onRetry={() => void questions.refetch()} busy={questions.isFetching} />;
  const { title, result } = questions.data;
  return (
    <>
      {title && <p className={s.title}>{title}</p>}
      <HealthForm questions={result} save={save} />
    </>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ErrorSummary, type SummaryItem } from "@/components/form/ErrorSummary";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { CardBones, FailedRead, Loading } from "@/components/ui/State";
import { toast } from "@/components/ui/Toast";
import { ApiError, api, type FieldErrors } from "@/lib/api";
import { quoteKey, useQuoteId } from "@/lib/shop/filter";
import { type Answer, EMPTY_ANSWER, type Question, QuestionItem, toWire } from "./QuestionItem";
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

function useHealthForm(planId: number, questions: Question[]) {
  const { t } = useLingui();
  const id = useQuoteId();
  const client = useQueryClient();
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

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setDeclined(null);
    setProblem(null);
    const open = questions.filter((question) => !answerOf(question).yes_no_flag);
    if (open.length) {
      fail(
        Object.fromEntries(
          open.map((item) => [`question_${item.question_id}`, t`Please answer all questions`]),
        ),
      );
      return;
    }
    setBusy(true);
    try {
      const body = {
        enrollment_id: id,
        plan_id: planId,
        answers: questions.map((question) => toWire(question, answerOf(question))),
      };
      const data = await api.post<{ success_message?: string }>("/api/v1/save-question-answers", body);
      toast(data?.success_message || t`Your answers are saved.`);
      await client.invalidateQueries({ queryKey: ["quote"] });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.errorCode === "decline") {
        setDeclined((error.data as { error_message?: string } | null)?.error_message || error.message);
      } else if (error.hasFieldErrors) fail(localErrors(error.fieldErrors, questions));
      else
        setProblem(error.message || t`We could not save your answers. Check your connection and try again.`);
    } finally {
      setBusy(false);
    }
  };
  return { answerOf, change, errors, declined, problem, busy, attempt, submit };
}

function HealthForm({ planId, questions }: { planId: number; questions: Question[] }) {
  const { t } = useLingui();
  const form = useHealthForm(planId, questions);
  const questionLabel = (path: string) => {
    const number = questions.findIndex((question) => path.startsWith(`question_${question.question_id}`)) + 1;
    return number ? t`Question ${number}` : undefined;
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
        <Banner tone="bad" live="alert">
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

export function HealthQuestions({ planId }: { planId: number }) {
  const id = useQuoteId();
  const questions = useQuery({
    queryKey: quoteKey(id, "questions", planId),
    queryFn: async ({ signal }) => {
      const query = { enrollment_id: id, plan_id: planId, type: "health" };
      const data = await api.get<{ result: Question[] }>("/api/v1/get-questions", query, signal);
      return data?.result ?? [];
    },
  });
  if (questions.isPending) {
    return (
      <Loading>
        <CardBones />
      </Loading>
    );
  }
  if (questions.isError)
    return <FailedRead onRetry={() => void questions.refetch()} busy={questions.isFetching} />;
  return <HealthForm planId={planId} questions={questions.data} />;
}

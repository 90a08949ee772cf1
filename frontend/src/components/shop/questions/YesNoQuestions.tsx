import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { RadioGroup } from "@/components/form/Choices";
import { ErrorSummary } from "@/components/form/ErrorSummary";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { CardSkeleton, FailedRead, Loading } from "@/components/ui/State";
import { toast } from "@/components/ui/Toast";
import { ApiError, api, type FieldErrors } from "@/lib/api";
import { quoteKey, useQuoteId } from "@/lib/shop/filter";
import s from "./Questions.module.css";

interface YesNoQuestion {
  qid: number;
  question: string;
  true_condition: string;
}

function YesNoForm({ planId, questions }: { planId: number; questions: YesNoQuestion[] }) {
  const { t } = useLingui();
  const id = useQuoteId();
  const client = useQueryClient();
  const [answers, setAnswers] = useState<Record<number, string>>({});
  const [errors, setErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);

  const check = (): FieldErrors => {
    const newErrors: FieldErrors = {};
    for (const { qid, true_condition } of questions) {
      const answer = answers[qid];
      if (!answer) newErrors[`question_${qid}`] = t`*Answer should be Yes/No to continue`;
      else if (true_condition === "Yes" && answer !== "Yes")
        newErrors[`question_${qid}`] = t`*Answer should be Yes to continue`;
    }
    return newErrors;
  };

  const fail = (next: FieldErrors) => {
    setErrors(next);
    setAttempt((count) => count + 1);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setProblem(null);
    const newErrors = check();
    if (Object.keys(newErrors).length) return fail(newErrors);
    setBusy(true);
    try {
      await api.post("/api/v1/save-aflac-questions", {
        enrollment_id: id ?? "",
        plan_id: planId,
        aflac_data: questions.map(({ qid }) => ({ qid, true_condition: answers[qid] })),
      });
      toast(t`Your answers are saved.`);
      await client.invalidateQueries({ queryKey: ["quote"] });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.hasFieldErrors) fail(error.fieldErrors);
      else
        setProblem(error.message || t`We could not save your answers. Check your connection and try again.`);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className={s.form}>
      <ErrorSummary
        attempt={attempt}
        items={Object.entries(errors).map(([path, message]) => ({
          id: path,
          label: questions.findIndex(({ qid }) => path === `question_${qid}`) + 1 || undefined,
          message,
        }))}
      />
      <ol className={s.list}>
        {questions.map(({ qid, question }) => (
          <li key={qid}>
            <div className={s.item}>
              <RadioGroup
                label={question}
                name={`question_${qid}`}
                value={answers[qid] ?? ""}
                error={errors[`question_${qid}`]}
                onChange={(event) => {
                  setAnswers((old) => ({ ...old, [qid]: event.target.value }));
                  setErrors(({ [`question_${qid}`]: _gone, ...rest }) => rest);
                }}
                options={[
                  { value: "Yes", label: t`Yes` },
                  { value: "No", label: t`No` },
                ]}
              />
            </div>
          </li>
        ))}
      </ol>
      {Object.values(errors).some((message) => message === t`*Answer should be Yes to continue`) && (
        <Banner tone="warn">
          <Trans>Please answer yes in order to continue</Trans>
        </Banner>
      )}
      {problem && (
        <Banner tone="bad" live="alert">
          {problem}
        </Banner>
      )}
      <Button type="submit" tone="primary" busy={busy} busyText={t`Saving`}>
        <Trans>Submit</Trans>
      </Button>
    </form>
  );
}

export function YesNoQuestions({ planId }: { planId: number }) {
  const id = useQuoteId();
  const questions = useQuery({
    queryKey: quoteKey(id, "yes-no", planId),
    queryFn: async ({ signal }) => {
      const query = { enrollment_id: id, plan_id: planId };
      const data = await api.get("/api/v1/get-aflac-questions", query, signal);
      return data?.questions ?? [];
    },
  });
  if (questions.isPending) {
    return (
      <Loading>
        <CardSkeleton />
      </Loading>
    );
  }
  if (questions.isError)
    return <FailedRead onRetry={() => void questions.refetch()} busy={questions.isFetching} />;
  return questions.data.length ? <YesNoForm planId={planId} questions={questions.data} /> : null;
}

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import type { QuestionToAnswer, SentQuoteItem } from "@/client";
import { TextArea } from "@/components/form/TextField";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Drawer } from "@/components/ui/Drawer";
import { CardSkeleton, FailedRead, Loading } from "@/components/ui/State";
import { announce } from "@/lib/announce";
import { ApiError, api } from "@/lib/api";
import s from "./QuestionsDrawer.module.css";

const LONGEST = 2000;

/** Questions about a quote, with a way to answer them that keeps the list and the home up to date. */
function useQuestions(quoteId: string) {
  const client = useQueryClient();
  const key = ["quote-questions", quoteId];
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get("/api/v1/get-quote-questions", { quote_id: quoteId }, signal),
  });
  const refresh = () => client.invalidateQueries({ queryKey: ["sent-quotes"] });
  const answer = async (question: QuestionToAnswer, text: string, byMail: boolean) => {
    try {
      const body = { question_id: question.question_id, answer: text, by_mail: byMail };
      client.setQueryData(key, await api.post("/api/v1/answer-quote-question", body));
    } catch (reason) {
      // Somebody answered it in another window: what they wrote is shown, and what was typed here stays.
      if (reason instanceof ApiError && reason.status === 409) await query.refetch();
      throw reason;
    }
    await refresh();
  };
  return { query, answer };
}

interface AnswerProps {
  question: QuestionToAnswer;
  name: string;
  onAnswer: (question: QuestionToAnswer, text: string, byMail: boolean) => Promise<void>;
}

type QuestionProps = AnswerProps & { mayAnswer: boolean };

function AnswerForm({ question, name, onAnswer }: AnswerProps) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const [busy, setBusy] = useState<"send" | "mark" | null>(null);
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);

  const stop = (message: string) => {
    setError(message);
    field.current?.focus();
  };
  const answer = async (byMail: boolean) => {
    if (busy) return;
    setProblem("");
    if (!byMail && !text.trim()) return stop(t`Field is required`);
    setBusy(byMail ? "mark" : "send");
    try {
      await onAnswer(question, byMail ? "" : text, byMail);
      announce(byMail ? t`Marked as answered.` : t`Your answer was sent.`);
    } catch (reason) {
      const wrong = reason instanceof ApiError ? reason.fieldErrors.answer : undefined;
      if (wrong) stop(wrong);
      else {
        const message = reason instanceof ApiError && reason.message;
        setProblem(message || t`We could not reach the server. Please try again.`);
      }
      setBusy(null);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void answer(false);
  };
  return (
    <form onSubmit={submit} noValidate>
      {problem && (
        <Banner tone="bad" live="alert">
          {problem}
        </Banner>
      )}
      <TextArea
        id={`answer-${question.question_id}`}
        ref={field}
        label={t`Your answer to ${name}`}
        hint={t`We'll email it and show it next to the question on the quote's page.`}
        rows={4}
        maxLength={LONGEST}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.target.value);
          setError(undefined);
        }}
      />
      <div className={s.actions}>
        <Button
          type="submit"
          tone="primary"
          size="sm"
          icon="send"
          busy={busy === "send"}
          busyText={t`Sending`}
        >
          <Trans>Send answer</Trans>
        </Button>
        <Button
          size="sm"
          tone="quiet"
          busy={busy === "mark"}
          busyText={t`Saving`}
          onClick={() => void answer(true)}
        >
          <Trans>I answered by email or phone</Trans>
        </Button>
      </div>
    </form>
  );
}

function Question({ question, name, mayAnswer, onAnswer }: QuestionProps) {
  const { text, plan_name, asked_on, answer, answered_on } = question;
  return (
    <li className={s.question}>
      <small>
        {name}, <span className="num">{asked_on}</span>
        {plan_name && `, ${plan_name}`}
      </small>
      <p>{text}</p>
      {answered_on ? (
        <div className={s.reply}>
          <small>
            <Trans>
              You, <span className="num">{answered_on}</span>
            </Trans>
          </small>
          <p>{answer || <Trans>Answered by email or phone.</Trans>}</p>
        </div>
      ) : (
        mayAnswer && <AnswerForm question={question} name={name} onAnswer={onAnswer} />
      )}
    </li>
  );
}

interface DrawerProps {
  row: SentQuoteItem;
  mayAnswer: boolean;
  onClose: () => void;
}

/** The client's questions about a quote, each with its answer or the field to write it. */
export default function QuestionsDrawer({ row, mayAnswer, onClose }: DrawerProps) {
  const { t } = useLingui();
  const { name, sent_on } = row;
  const { query, answer } = useQuestions(row.quote_id);
  return (
    <Drawer
      title={t`Questions of ${name}`}
      subtitle={<Trans>About the quote of {sent_on}</Trans>}
      onClose={onClose}
    >
      {query.isPending && (
        <Loading label={t`Loading questions`}>
          <CardSkeleton lines={4} />
        </Loading>
      )}
      {query.isError && <FailedRead onRetry={() => void query.refetch()} busy={query.isFetching} />}
      {query.data && (
        <ol className={s.questions} aria-label={t`Questions`}>
          {query.data.questions.map((question) => (
            <Question
              key={question.question_id}
              question={question}
              name={name}
              mayAnswer={mayAnswer}
              onAnswer={answer}
            />
          ))}
        </ol>
      )}
    </Drawer>
  );
}

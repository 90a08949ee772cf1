import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useRef, useState } from "react";
import type { Asked, QuotedPlan, SenderOut } from "@/client";
import { SelectField } from "@/components/form/SelectField";
import { TextArea } from "@/components/form/TextField";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { announce } from "@/lib/announce";
import { ApiError, api } from "@/lib/api";
import { cx } from "@/lib/cx";
import s from "./Ask.module.css";
import page from "./Quote.module.css";
import { calledName } from "./Sender";

const MOST = 1000;

interface AskProps {
  token: string;
  sender: SenderOut;
  plans: QuotedPlan[];
  /** What this visit asked before. */
  questions: Asked[];
  title: string;
}

function useQuestion({ token, questions }: AskProps) {
  const { t } = useLingui();
  const [asked, setAsked] = useState(questions);
  const [text, setText] = useState("");
  const [about, setAbout] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);

  const stop = (message: string) => {
    setError(message);
    field.current?.focus();
  };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setFailure(null);
    if (!text.trim()) return stop(t`Field is required`);
    setBusy(true);
    try {
      const answer = await api.post("/api/v1/ask-about-quote", {
        token,
        question: text,
        plan_id: about ? Number(about) : null,
      });
      setAsked(answer.questions);
      setText("");
      announce(t`Your question was sent.`);
      field.current?.focus();
    } catch (reason) {
      if (!(reason instanceof ApiError)) throw reason;
      const wrong = reason.fieldErrors.question;
      if (wrong) stop(wrong);
      else setFailure(reason.message || t`We could not send this. Please try again.`);
    } finally {
      setBusy(false);
    }
  };

  const write = (value: string) => {
    setText(value);
    setError(undefined);
  };
  return { asked, text, write, about, setAbout, busy, error, failure, field, send };
}

/** The sender's answer; one given outside the store has only its day. */
function Reply({ question, name }: { question: Asked; name: string }) {
  const { answer, answered_on } = question;
  if (!answered_on) return null;
  return (
    <div className={s.reply}>
      <small>
        {name}, <span className="num">{answered_on}</span>
      </small>
      <p>{answer || <Trans>Answered by email or phone.</Trans>}</p>
    </div>
  );
}

/** A question to whoever sent the quote, and what was asked before. It never opens a mail program. */
export function Ask(props: AskProps) {
  const { t } = useLingui();
  const { sender, plans, title } = props;
  const { asked, text, write, about, setAbout, busy, error, failure, field, send } = useQuestion(props);
  const name = calledName(sender);
  return (
    <section className={cx(page.section, !asked.length && "no-print")} id="ask" aria-labelledby="ask-title">
      <h2 id="ask-title">{title}</h2>
      <p className="no-print">
        <Trans>
          We'll send your question to {name} with this quote. You'll get the answer by email and on this page.
        </Trans>
      </p>
      <div className={s.ask}>
        {asked.length > 0 && (
          <ol className={s.thread} aria-label={t`Your questions`}>
            {asked.map((question, index) => (
              <li key={index}>
                <small>
                  <Trans>
                    You, <span className="num">{question.asked_on}</span>
                  </Trans>
                  {question.plan_name && `, ${question.plan_name}`}
                </small>
                <p>{question.text}</p>
                <Reply question={question} name={name} />
              </li>
            ))}
          </ol>
        )}
        <form className="no-print" onSubmit={(event) => void send(event)} noValidate>
          {failure && (
            <Banner tone="bad" live="alert">
              {failure}
            </Banner>
          )}
          {plans.length > 1 && (
            <SelectField
              id="ask-about"
              label={t`About`}
              value={about}
              onChange={(event) => setAbout(event.target.value)}
              options={[
                { value: "", label: t`The whole quote` },
                ...plans.map((plan) => ({ value: String(plan.plan_id), label: plan.plan_name })),
              ]}
            />
          )}
          <TextArea
            id="question"
            ref={field}
            label={t`Your question`}
            rows={4}
            maxLength={MOST}
            value={text}
            error={error}
            onChange={(event) => write(event.target.value)}
          />
          <Button type="submit" icon="send" busy={busy} busyText={t`Sending`}>
            <Trans>Send question</Trans>
          </Button>
        </form>
      </div>
    </section>
  );
}

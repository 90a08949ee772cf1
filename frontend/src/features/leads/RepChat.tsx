import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { SelectField } from "@/components/form/SelectField";
import { TextField } from "@/components/form/TextField";
import { Button, LinkButton } from "@/components/ui/Button";
import { Icon } from "@/components/ui/Icon";
import { FailedRead, Loading, SkeletonBar } from "@/components/ui/State";
import { ApiError, api } from "@/lib/api";
import { cx } from "@/lib/cx";
import { deviceId, keepDeviceId, webUrl } from "@/lib/device";
import { withVisit } from "@/lib/shop/context";
import { FIELD_REQUIRED } from "@/lib/shop/labels";
import { getItem } from "@/lib/storage";
import { ConsentBoxes, useConsents } from "./consents";
import s from "./Leads.module.css";

interface Question {
  id: number;
  question: string;
  kind: "text" | "choice" | "phone" | "email";
  options: string[];
}

interface Answer {
  id: string;
  question_id: number;
  answer: string;
  assistant_question: { question: string };
}

interface Talk {
  question: Question | null;
  answer: Answer[];
}

const ERROR_MS = 5000;

const KEYBOARDS = {
  text: {},
  choice: {},
  phone: { type: "tel", inputMode: "tel" },
  email: { type: "email", inputMode: "email" },
} as const;

const readTalk = (): Promise<Talk> =>
  withVisit(({ agent_id }) =>
    api.get("/api/v1/assist/get", {
      agent_id,
      device_id: deviceId(),
      web_url: webUrl(),
    }),
  );

/** The failures so far: the newest is seen for five seconds, all of them stay in the log. */
function useFailures() {
  const [failures, setFailures] = useState<string[]>([]);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (failures.length === 0) return;
    setShown(true);
    const timer = setTimeout(() => setShown(false), ERROR_MS);
    return () => clearTimeout(timer);
  }, [failures]);
  return { failures, shown, add: (text: string) => setFailures((old) => [...old, text]) };
}

type Failures = ReturnType<typeof useFailures>;

function Conversation({
  talk,
  failures,
  onEdit,
}: {
  talk: Talk;
  failures: Failures;
  onEdit: (a: Answer) => void;
}) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is new is at the end
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [talk, failures.failures, failures.shown]);
  const newest = failures.failures.length - 1;
  return (
    <div ref={box} className={s.log} role="log" aria-label={t`Conversation`} tabIndex={0}>
      {talk.answer.map((turn) => (
        <div key={turn.question_id} className={s.turn}>
          <p className={s.asked}>{turn.assistant_question.question}</p>
          <p className={s.said}>{turn.answer}</p>
          <LinkButton className={s.edit} onClick={() => onEdit(turn)}>
            <Trans>Edit</Trans>
            <span className="sr">{turn.assistant_question.question}</span>
          </LinkButton>
        </div>
      ))}
      {talk.question ? (
        <p className={s.asked}>{talk.question.question}</p>
      ) : (
        <p className={s.closing}>
          <Trans>Please allow 24 hours for a representative to reach out to you.</Trans>
        </p>
      )}
      {failures.failures.map((text, index) => (
        <p key={`${index}-${text}`} className={cx(index === newest && failures.shown ? s.failure : "sr")}>
          <Icon name="alert" />
          {text}
        </p>
      ))}
    </div>
  );
}

/** The question to answer now. Those seen before are remembered with their choices, for an edit. */
function useCurrentQuestion(talk: Talk, edited: Answer | null): Question | null {
  const questions = useRef(new Map<number, Question>());
  if (talk.question) questions.current.set(talk.question.id, talk.question);
  if (!edited) return talk.question;
  const { question_id: id, assistant_question } = edited;
  return (
    questions.current.get(id) ?? { id, question: assistant_question.question, kind: "text", options: [] }
  );
}

function Chat({ talk, reload }: { talk: Talk; reload: () => Promise<unknown> }) {
  const { t, i18n } = useLingui();
  const failures = useFailures();
  const [edited, setEdited] = useState<Answer | null>(null);
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const choice = useRef<HTMLSelectElement>(null);
  const question = useCurrentQuestion(talk, edited);
  const consents = useConsents(
    question?.kind === "phone" || question?.kind === "email" ? [question.kind] : [],
  );

  const load = (answer: Answer | null) => {
    setEdited(answer);
    setText(answer?.answer ?? "");
  };
  // After a send and for an edit, the input is where the visitor goes on.
  const questionId = question?.id;
  const started = useRef(questionId);
  useEffect(() => {
    if (started.current === questionId) return;
    started.current = questionId;
    (input.current ?? choice.current)?.focus();
  }, [questionId]);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    const answer = text.trim();
    if (busy || !question) return;
    if (!answer) return failures.add(i18n._(FIELD_REQUIRED));
    setBusy(true);
    try {
      await api.post("/api/v1/assist/add", {
        question_id: question.id,
        answer,
        device_id: keepDeviceId(),
        agent_id: Number(getItem("agent_id")) || null,
        web_url: webUrl(),
        consents: consents.agreed,
      });
      await reload();
      load(null);
    } catch (reason) {
      if (!(reason instanceof ApiError)) throw reason;
      const named = Object.values(reason.fieldErrors)[0];
      failures.add(named || reason.message || t`Your answer was not sent. Please try again.`);
    } finally {
      setBusy(false);
    }
  };

  const control = {
    id: "rep-chat-answer",
    name: "answer",
    label: edited ? t`Your answer to “${question?.question}”` : t`Your answer`,
    autoComplete: "off",
    value: text,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => setText(event.target.value),
  };
  return (
    <>
      <Conversation talk={talk} failures={failures} onEdit={load} />
      {question && (
        <form className={s.answer} onSubmit={(event) => void send(event)} noValidate>
          {question.options.length > 0 ? (
            <SelectField
              {...control}
              ref={choice}
              placeholder={t`Choose an answer`}
              options={question.options.map((option) => ({ value: option, label: option }))}
            />
          ) : (
            <TextField {...control} ref={input} maxLength={500} {...KEYBOARDS[question.kind]} />
          )}
          <ConsentBoxes prefix="rep-chat" consents={consents} />
          <div className={s.answerFoot}>
            {edited && <Button onClick={() => load(null)}>{t`Cancel`}</Button>}
            <Button
              type="submit"
              tone="primary"
              icon="send"
              busy={busy}
              busyText={t`Sending`}
            >{t`Send`}</Button>
          </div>
        </form>
      )}
    </>
  );
}

/** The operator's questions turn after the other; a past answer can be changed. */
export function RepChat() {
  const { i18n } = useLingui();
  const talk = useQuery({ queryKey: ["assist", i18n.locale], queryFn: readTalk, staleTime: 0 });
  if (talk.data) return <Chat talk={talk.data} reload={talk.refetch} />;
  if (talk.isError) return <FailedRead onRetry={() => void talk.refetch()} busy={talk.isFetching} />;
  return (
    <Loading className={s.log}>
      <SkeletonBar width="80%" height={40} />
    </Loading>
  );
}

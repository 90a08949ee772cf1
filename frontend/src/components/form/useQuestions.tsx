import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { ApiError } from "@/lib/api";

interface Asked {
  texts: string[];
  answer: (isRight: boolean) => void;
}

/** The code of a question at the end of the field that a call was refused for. */
const QUESTION = /(?:^|\.)confirmed\.(\w+)$/;

/** The questions, by code, that are all a call was refused for; none where something else is wrong. */
function questionsIn(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const refused = Object.entries(error.fieldErrors).map(
    ([field, text]) => [QUESTION.exec(field)?.[1] ?? "", text] as const,
  );
  return refused.every(([code]) => code) ? Object.fromEntries(refused) : {};
}

/**
 * Makes calls that may be refused with questions about unlikely answers. Each is asked in a dialog: with yes the call is
 * made again with the confirmed codes, with no it stays refused.
 */
export function useQuestions() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const confirm = (texts: string[]) =>
    new Promise<boolean>((resolve) => {
      const answer = (isRight: boolean) => {
        setAsked(null);
        resolve(isRight);
      };
      setAsked({ texts, answer });
    });
  const ask = async <T,>(call: (confirmed: string[]) => Promise<T>, confirmed: string[] = []): Promise<T> => {
    try {
      return await call(confirmed);
    } catch (error) {
      const questions = questionsIn(error);
      const codes = Object.keys(questions).filter((code) => !confirmed.includes(code));
      if (codes.length === 0 || !(await confirm(Object.values(questions)))) throw error;
      return ask(call, [...confirmed, ...codes]);
    }
  };
  const dialog = asked && (
    <Dialog
      title={<Trans>Please check this</Trans>}
      onClose={() => asked.answer(false)}
      footer={
        <>
          <Button onClick={() => asked.answer(false)}>
            <Trans>No, change it</Trans>
          </Button>
          <Button tone="primary" onClick={() => asked.answer(true)}>
            <Trans>Yes, this is right</Trans>
          </Button>
        </>
      }
    >
      {asked.texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Dialog>
  );
  return { ask, dialog };
}

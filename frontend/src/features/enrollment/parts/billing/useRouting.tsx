import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import type { SummaryItem } from "@/components/form/ErrorSummary";
import { Button } from "@/components/ui/Button";
import { ApiError } from "@/lib/api";
import { digits } from "@/lib/masks";
import type { AnswerForm } from "../../engine/useAnswers";
import type { FieldExtra } from "../../fields/widget";
import type { Answer, FieldDef } from "../../types";
import { type BankFound, billingApi } from "./api";

const AGAIN = 3000;

const startOf = (fields: FieldDef[], name: string): string =>
  String(fields.find((field) => field.field_name === name)?.value ?? "");

/**
 * The bank's name from its routing number, asked when the field is left: a known bank is filled in, an unknown one may be
 * typed, a wrong number is a mistake of the number and of nothing else.
 */
export function useRouting(fields: FieldDef[]) {
  const { t } = useLingui();
  const given = fields.find((field) => field.field_name === "bank_name");
  const [locked, setLocked] = useState(given?.read_only ?? false);
  const [moved, setMoved] = useState<BankFound | null>(null);
  const looked = useRef(startOf(fields, "routing_number"));
  const wrong = useRef("");
  const waiting = useRef(0);
  useEffect(() => () => window.clearTimeout(waiting.current), []);

  const name = (form: AnswerForm, text: string, lock: boolean) => {
    setLocked(lock);
    form.set("bank_name", text.toUpperCase());
    form.forgive("bank_name");
  };
  const lookUp = async (form: AnswerForm, answer: Answer) => {
    const routing = digits(String(answer));
    if (routing === looked.current) return;
    looked.current = routing;
    wrong.current = "";
    setMoved(null);
    if (routing.length !== 9) return name(form, "", true);
    try {
      const bank = await billingApi.bank(routing);
      if (looked.current !== routing) return;
      form.forgive("routing_number");
      setMoved(bank.new_routing_number ? bank : null);
      name(form, bank.name, bank.name !== "");
    } catch (error) {
      if (looked.current !== routing || !(error instanceof ApiError)) return;
      const message = error.fieldErrors.routing_number;
      if (message) {
        wrong.current = message;
        name(form, "", true);
        return form.fail({ routing_number: message });
      }
      // Nobody could be asked: the name may be typed; until it is, the same number is asked about again.
      looked.current = "";
      setLocked(false);
      if (error.passing) waiting.current = window.setTimeout(() => void askAgain(form, routing), AGAIN);
    }
  };
  const askAgain = (form: AnswerForm, routing: string) => {
    const now = form.read();
    if (digits(String(now.routing_number ?? "")) === routing && !now.bank_name) return lookUp(form, routing);
  };
  const take = (form: AnswerForm, bank: BankFound) => {
    const routing = bank.new_routing_number ?? "";
    form.set("routing_number", routing);
    void lookUp(form, routing);
    document.getElementById("routing_number")?.focus();
  };

  const number = moved?.new_routing_number;
  const extras = (form: AnswerForm): Record<string, FieldExtra> => ({
    routing_number: {
      onBlur: (answer) => void lookUp(form, answer),
      ok: moved && (
        <>
          {moved.new_name ? (
            <Trans>
              This bank is now {moved.new_name} and uses routing number {number}.
            </Trans>
          ) : (
            <Trans>This bank now uses routing number {number}.</Trans>
          )}{" "}
          <Button size="sm" onClick={() => take(form, moved)}>
            <Trans>Use {number}</Trans>
          </Button>
        </>
      ),
    },
  });
  return {
    locked,
    unlock: () => setLocked(false),
    extras,
    /** What the look-up said of the number, for the summary of mistakes. */
    problems: (form: AnswerForm): SummaryItem[] => {
      if (!wrong.current || digits(String(form.read().routing_number ?? "")) !== looked.current) return [];
      form.fail({ routing_number: wrong.current });
      const field = fields.find((one) => one.field_name === "routing_number");
      return [{ id: "routing_number", label: field?.label ?? t`Routing number`, message: wrong.current }];
    },
  };
}

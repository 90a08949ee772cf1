import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import type { BankName } from "@/client";
import type { SummaryItem } from "@/components/form/ErrorSummary";
import { Button } from "@/components/ui/Button";
import { announce } from "@/lib/announce";
import { ApiError } from "@/lib/api";
import { digits } from "@/lib/masks";
import type { AnswerForm } from "../../engine/useAnswers";
import type { FieldExtra } from "../../fields/widget";
import type { Answer, FieldDef } from "../../types";
import { billingApi } from "./api";
import s from "./Billing.module.css";

const AGAIN = 3000;
const DIGITS = 9;

const startOf = (fields: FieldDef[], name: string): string =>
  String(fields.find((field) => field.field_name === name)?.value ?? "");

/** The saved account as it is shown. */
const accountOf = (fields: FieldDef[]): string => startOf(fields, "account_number");

/** Whoever stands at the next stop, or nowhere, is led to the name that is wanted now; nobody is called back. Who went
 * on is told. */
function askBankName(words: string): void {
  const input = document.getElementById("bank_name");
  const at = document.activeElement;
  if (!at || at === document.body || at === input) input?.focus();
  else announce(words);
}

/** Nine ticks, those without a digit marked: the words beside them say the same. */
function Ticks({ missing }: { missing: number }) {
  return (
    <span className={s.ticks} aria-hidden="true">
      {Array.from({ length: DIGITS }, (_, index) => (
        <i key={index} className={index < DIGITS - missing ? s.tickOn : s.tickOff} />
      ))}
    </span>
  );
}

/**
 * The bank's name from its routing number, asked when the field is left: a known bank is filled in, an unknown one may be
 * typed, a wrong number is a mistake of the number and of nothing else.
 */
export function useRouting(fields: FieldDef[]) {
  const { t } = useLingui();
  const nameField = fields.find((field) => field.field_name === "bank_name");
  const [locked, setLocked] = useState(nameField?.read_only ?? false);
  const [moved, setMoved] = useState<BankName | null>(null);
  /** What the look-up found: the bank's name, "" for a bank that nobody knows by its number. */
  const [bankName, setBankName] = useState<string | null>(null);
  /** Nobody could be asked about the number. */
  const [unasked, setUnasked] = useState(false);
  const [missing, setMissing] = useState(0);
  const savedNumber = startOf(fields, "routing_number");
  const looked = useRef(savedNumber);
  const wrong = useRef("");
  const waiting = useRef(0);
  useEffect(() => () => window.clearTimeout(waiting.current), []);

  const unknownBank = t`We don't recognize this routing number, but that's fine. Type your bank's name as shown on your check.`;
  const unaskedBank = t`We can't look up the bank right now. Type its name as shown on your check.`;

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
    setBankName(null);
    setUnasked(false);
    const short = routing ? DIGITS - routing.length : 0;
    setMissing(Math.max(0, short));
    // The same account at another bank is another account.
    if (accountOf(fields) && form.read().account_number === accountOf(fields) && routing !== savedNumber)
      form.set("account_number", "");
    if (short > 0) form.fail({ routing_number: missingText(short) });
    if (routing.length !== DIGITS) return name(form, "", true);
    try {
      const bank = await billingApi.bank(routing);
      if (looked.current !== routing) return;
      form.forgive("routing_number");
      setMoved(bank.new_routing_number ? bank : null);
      setBankName(bank.name);
      name(form, bank.name, bank.name !== "");
      if (!bank.name) askBankName(unknownBank);
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
      if (!unasked) announce(unaskedBank);
      setUnasked(true);
      setLocked(false);
      if (error.passing) waiting.current = window.setTimeout(() => void askAgain(form, routing), AGAIN);
    }
  };
  const askAgain = (form: AnswerForm, routing: string) => {
    const answers = form.read();
    if (digits(String(answers.routing_number ?? "")) === routing && !answers.bank_name)
      return lookUp(form, routing);
  };
  const take = (form: AnswerForm, bank: BankName) => {
    const routing = bank.new_routing_number ?? "";
    form.set("routing_number", routing);
    void lookUp(form, routing);
    document.getElementById("routing_number")?.focus();
  };

  const missingText = (digits: number) => {
    const typed = DIGITS - digits;
    return t`${plural(digits, { one: "One digit is missing", other: "# digits are missing" })}: ${typed} of 9.`;
  };

  const bankHint = (form: AnswerForm) => {
    if (!locked) return unasked ? unaskedBank : unknownBank;
    return !form.read().bank_name && <Trans>Filled in from the routing number.</Trans>;
  };

  const number = moved?.new_routing_number;
  const confirm = (form: AnswerForm) => {
    const isLooked = digits(String(form.read().routing_number ?? "")) === looked.current;
    return isLooked && bankName !== null && (bankName || t`A valid routing number`);
  };
  const extras = (form: AnswerForm): Record<string, FieldExtra> => ({
    routing_number: {
      onBlur: (answer) => void lookUp(form, answer),
      onChange: () => setMissing(0),
      recover: missing > 0 && <Ticks missing={missing} />,
      ok: moved ? (
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
      ) : (
        confirm(form)
      ),
    },
    bank_name: { hint: bankHint(form) },
  });
  return {
    locked,
    unlock: () => setLocked(false),
    extras,
    /** What the look-up said of the number, for the summary of mistakes. */
    problems: (form: AnswerForm): SummaryItem[] => {
      if (!wrong.current || digits(String(form.read().routing_number ?? "")) !== looked.current) return [];
      form.fail({ routing_number: wrong.current });
      const field = fields.find((field) => field.field_name === "routing_number");
      return [{ id: "routing_number", label: field?.label ?? t`Routing number`, message: wrong.current }];
    },
  };
}

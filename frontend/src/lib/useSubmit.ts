import { useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import type { SummaryItem } from "@/components/form/ErrorSummary";
import { ApiError } from "@/lib/api";

export type Labels<Name extends string> = Record<Name, string>;

/**
 * Sends a short form once, and sorts what goes wrong to its fields. `labels` names the fields in their order, and what is
 * listed names the field it is about. A message that the server gives to several fields is about them together: it is
 * listed once, without a name. Field ids are the names behind `prefix`.
 */
export function useSubmit<Name extends string>(labels: Labels<Name>, prefix = "") {
  const { t } = useLingui();
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({});
  const [items, setItems] = useState<SummaryItem[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const names = Object.keys(labels) as Name[];

  const show = (
    problems: Partial<Record<Name, string>>,
    listed: SummaryItem[] = names.flatMap((name) => {
      const message = problems[name];
      return message ? [{ id: prefix + name, label: labels[name], message }] : [];
    }),
  ) => {
    setErrors(problems);
    setItems(listed);
    setAttempt((count) => count + 1);
  };

  const fail = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    const formFields = names.filter((name) => error.fieldErrors[name]);
    if (formFields.length === 0)
      return show({}, [{ message: error.message || t`We could not reach the server. Please try again.` }]);
    const [message = "", ...others] = new Set(formFields.map((name) => error.fieldErrors[name]));
    const messages = Object.fromEntries(
      formFields.map((name) => [name, error.fieldErrors[name]]),
    ) as typeof errors;
    if (formFields.length > 1 && others.length === 0)
      return show(messages, [{ id: `${prefix}${formFields[0]}`, message }]);
    show(messages);
  };

  /** Checks first, then `send`s; true when it went through. */
  const submit = async (problems: Partial<Record<Name, string>>, send: () => Promise<void>) => {
    if (busy) return;
    if (Object.values(problems).some(Boolean)) return show(problems);
    setBusy(true);
    setErrors({});
    setItems([]);
    try {
      await send();
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  };

  const clear = (name: Name) => setErrors((before) => ({ ...before, [name]: undefined }));
  return { errors, items, attempt, busy, submit, clear };
}

type Values<Name extends string> = Record<Name, string>;
/** What the server answers; its message says what became of the form. */
type Answer = { message?: string } | null;

interface ShortFormOptions<Name extends string> {
  /** Stands before the names in the ids of the fields. */
  prefix?: string;
  /** Fields that are sent as typed; the others are trimmed. */
  verbatim?: NoInfer<Name>[];
}

/**
 * The fields of a short form, all of them required, and its sending. `field` gives a field its props. Once `send` has
 * brought an answer, `done` has its message and the fields are empty again.
 */
export function useShortForm<Name extends string>(
  labels: Labels<Name>,
  { prefix = "", verbatim = [] }: ShortFormOptions<Name> = {},
) {
  const { t } = useLingui();
  const names = Object.keys(labels) as Name[];
  const collect = (read: (name: Name) => string) =>
    Object.fromEntries(names.map((name) => [name, read(name)])) as Values<Name>;
  const empty = () => collect(() => "");
  const [typed, setTyped] = useState(empty);
  const [done, setDone] = useState<string | null>(null);
  const { errors, clear, submit, items, attempt, busy } = useSubmit(labels, prefix);

  const field = (name: Name) => ({
    id: prefix + name,
    name,
    label: labels[name],
    value: typed[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => {
      const { value } = event.target;
      setTyped((before) => ({ ...before, [name]: value }));
      clear(name);
    },
  });

  /** Handler of the form's submit event. `checks` give a filled field's error, if any. */
  const onSubmit =
    (
      send: (values: Values<Name>) => Promise<Answer> | Promise<void>,
      checks: Partial<Record<Name, (value: string) => string | undefined>> = {},
    ) =>
    (event: FormEvent) => {
      event.preventDefault();
      setDone(null);
      const values = collect((name) => (verbatim.includes(name) ? typed[name] : typed[name].trim()));
      const problems: Partial<Values<Name>> = {};
      for (const name of names) {
        const problem = values[name] ? checks[name]?.(values[name]) : t`Field is required`;
        if (problem) problems[name] = problem;
      }
      void submit(problems, async () => {
        const answer = await send(values);
        if (!answer) return;
        setTyped(empty());
        setDone(answer.message ?? "");
      });
    };

  return { field, onSubmit, done, items, attempt, busy };
}

export type ShortForm = Pick<ReturnType<typeof useShortForm>, "items" | "attempt" | "busy" | "done">;

import { useLingui } from "@lingui/react/macro";
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { ApiError, type FieldErrors } from "@/lib/api";
import { zipMask } from "@/lib/masks";
import { type County, countiesOf } from "@/lib/shop/county";
import {
  checkQuote,
  EMPTY_QUOTE,
  type QuoteValues,
  serverFieldErrors,
  useSaveFilter,
} from "@/lib/shop/filter";
import { quoteMessage } from "@/lib/shop/labels";

export interface QuoteForm {
  values: QuoteValues;
  errors: FieldErrors;
  /** A failure that belongs to no field. */
  problem: string | null;
  busy: boolean;
  attempt: number;
  /** For the form element: after a failed submit the first wrong field takes the focus. */
  root: RefObject<HTMLFormElement | null>;
  set: (name: keyof QuoteValues, value: string) => void;
  setErrors: (errors: FieldErrors) => void;
  /** Asked for only where a zip code lies in more than one county or state. */
  counties: County[];
  offerCounties: (counties: County[]) => void;
  submit: (event?: FormEvent) => Promise<boolean>;
}

/** State, checks and saving of the four questions, for the banner, the edit panel and the wizard. */
export function useQuoteForm(
  initial: Partial<QuoteValues> | null | undefined,
  { place = "panel", onSaved }: { place?: "panel" | "banner"; onSaved: (values: QuoteValues) => void },
): QuoteForm {
  const { i18n, t } = useLingui();
  const save = useSaveFilter();
  const [values, setValues] = useState<QuoteValues>({ ...EMPTY_QUOTE, ...initial });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [counties, setCounties] = useState<County[]>([]);
  const root = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (attempt > 0) root.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [attempt]);

  const set = (name: keyof QuoteValues, value: string) => {
    setValues((old) => ({ ...old, [name]: value, ...(name === "zip" ? { county: undefined } : {}) }));
    setErrors(({ [name]: _gone, ...rest }) => rest);
    if (name === "zip") setCounties([]);
  };

  const fail = (next: FieldErrors) => {
    setErrors(next);
    setAttempt((count) => count + 1);
    return false;
  };

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (busy) return false;
    const sent = { ...values, zip: zipMask.parse(values.zip) };
    const kinds = Object.entries(checkQuote(sent));
    setProblem(null);
    if (kinds.length)
      return fail(Object.fromEntries(kinds.map(([name, kind]) => [name, i18n._(quoteMessage(kind, place))])));
    setBusy(true);
    try {
      await save(sent);
      onSaved(sent);
      return true;
    } catch (error) {
      const choices = countiesOf(error);
      if (choices.length) {
        setCounties(choices);
        return fail({ county: (error as ApiError).message });
      }
      const fields = serverFieldErrors(error);
      if (fields) return fail(fields);
      const message = error instanceof ApiError ? error.message : "";
      setProblem(message || t`We could not save your answers. Check your connection and try again.`);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    values,
    errors,
    problem,
    busy,
    attempt,
    root,
    counties,
    offerCounties: setCounties,
    set,
    setErrors,
    submit,
  };
}

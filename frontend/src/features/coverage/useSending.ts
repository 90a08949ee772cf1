import { useState } from "react";
import { ApiError, messageOf } from "@/lib/api";

type Problems = Partial<Record<string, string>>;

/**
 * Sends a form once. What goes wrong stands at its field, else in `problem`; the first field that is wrong is focused.
 * `nameOf`: the field of the form that a refused field of the call is.
 */
export function useSending(prefix: string, names: readonly string[], nameOf = (field: string) => field) {
  const [errors, setErrors] = useState<Problems>({});
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);

  const show = (problems: Problems) => {
    setErrors(problems);
    const first = names.find((name) => problems[name]);
    if (first) requestAnimationFrame(() => document.getElementById(prefix + first)?.focus());
  };
  const fail = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    const refused = Object.entries(error.fieldErrors).map(
      ([field, message]) => [nameOf(field), message] as const,
    );
    const formErrors = refused.filter(([name]) => names.includes(name));
    if (formErrors.length === 0) return setProblem(messageOf(error));
    show(Object.fromEntries(formErrors));
  };
  const submit = async (problems: Problems, send: () => Promise<void>) => {
    if (busy) return;
    setProblem("");
    show(problems);
    if (Object.values(problems).some(Boolean)) return;
    setBusy(true);
    try {
      await send();
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  };
  const clear = (name: string) => setErrors((before) => ({ ...before, [name]: undefined }));
  return { errors, problem, busy, submit, clear };
}

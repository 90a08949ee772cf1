import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { SummaryItem } from "@/components/form/ErrorSummary";
import { ApiError } from "@/lib/api";

export type Labels<Name extends string> = Record<Name, string>;

/**
 * Sends a short form once, and sorts what goes wrong to its fields. `labels` names the fields in their order; a
 * message that the server gives to several fields is listed once. Field ids are the names behind `prefix`.
 */
export function useSubmit<Name extends string>(labels: Labels<Name>, prefix = "") {
  const { t } = useLingui();
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({});
  const [items, setItems] = useState<SummaryItem[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const names = Object.keys(labels) as Name[];

  const show = (found: Partial<Record<Name, string>>, general?: string) => {
    const listed: SummaryItem[] = general ? [{ message: general }] : [];
    const said = new Set<string>();
    for (const name of names) {
      const message = found[name];
      if (!message || said.has(message)) continue;
      said.add(message);
      listed.push({ id: prefix + name, label: labels[name], message });
    }
    if (said.size === 1 && listed.length === 1 && Object.keys(found).length > 1 && listed[0])
      listed[0] = { ...listed[0], label: undefined };
    setErrors(found);
    setItems(listed);
    setAttempt((count) => count + 1);
  };

  const fail = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    const own = names.filter((name) => error.fieldErrors[name]);
    if (own.length > 0)
      return show(Object.fromEntries(own.map((name) => [name, error.fieldErrors[name]])) as typeof errors);
    show({}, error.message || t`We could not reach the server. Please try again.`);
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

import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import type { SummaryItem } from "@/components/form/ErrorSummary";
import type { ApiError } from "@/lib/api";
import { focusInstead } from "@/lib/page";
import type { FieldDef } from "../types";
import { errorItems, mapErrors } from "./errors";
import { say } from "./messages";
import { visibleFields } from "./show-if";
import type { AnswerForm } from "./useAnswers";

export interface ErrorOptions {
  /** How the error summary calls a field whose label says too little there. */
  labelOf?: (field: FieldDef) => string;
  /** Things that are no field of the form but that server errors may name. */
  extras?: { name: string; id: string; label: string }[];
  onExtraErrors?: (errors: Record<string, string>) => void;
}

const place = (item: SummaryItem): Element | null => (item.id ? document.getElementById(item.id) : null);

/** The order of the page; messages that belong nowhere come first. */
function inPageOrder(items: SummaryItem[]): SummaryItem[] {
  return [...items].sort((a, b) => {
    const [first, second] = [place(a), place(b)];
    if (!first || !second) return Number(Boolean(first)) - Number(Boolean(second));
    return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  });
}

/** The summary of a step's errors, those of the server sorted to their fields. */
export function useStepErrors(options: ErrorOptions, fields: FieldDef[], form: AnswerForm) {
  const { t } = useLingui();
  const [attempt, setAttempt] = useState(0);
  const [summary, setSummary] = useState<SummaryItem[]>([]);
  const [back, setBack] = useState(false);
  const isOffline = summary.some(({ message }) => message === say("offline"));
  useEffect(() => {
    if (back) focusInstead(null);
  }, [back]);

  const clear = () => {
    setSummary([]);
    setBack(false);
  };
  /** The notice that the server is out of reach goes, and the focus on it to the heading. */
  const restore = () => {
    if (!isOffline) return;
    setSummary([]);
    setBack(true);
  };
  const showErrors = (items: SummaryItem[]) => {
    setBack(false);
    setSummary(inPageOrder(items));
    setAttempt((count) => count + 1);
  };
  const itemsOf = (messages: Record<string, string>): SummaryItem[] =>
    visibleFields(fields, form.read())
      .filter((field) => messages[field.field_name])
      .map((field) => ({
        id: field.field_name,
        label: options.labelOf?.(field) ?? field.label ?? field.field_name,
        message: messages[field.field_name] ?? "",
      }));
  const topMessage = (error: ApiError): string => {
    if (error.offline) return say("offline");
    if ([401, 403, 404].includes(error.status)) {
      return t`Your session has ended. What you typed is still on this page; continue with your enrollment code to save it.`;
    }
    return error.message || t`Something went wrong. Please try again.`;
  };
  const showServerErrors = (error: ApiError) => {
    const names = visibleFields(fields, form.read()).map((field) => field.field_name);
    const extras = options.extras ?? [];
    const mapped = mapErrors(errorItems(error.data), [...names, ...extras.map((extra) => extra.name)]);
    form.fail(mapped.fields);
    options.onExtraErrors?.(mapped.fields);
    const items: SummaryItem[] = [
      ...mapped.unmatched.map((message) => ({ message })),
      ...itemsOf(mapped.fields),
      ...extras.flatMap(({ name, ...item }) => {
        const message = mapped.fields[name];
        return message ? [{ ...item, message }] : [];
      }),
    ];
    showErrors(items.length ? items : [{ message: topMessage(error) }]);
  };
  return { attempt, summary, back, clear, restore, showErrors, showServerErrors, itemsOf };
}

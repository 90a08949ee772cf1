import { useLingui } from "@lingui/react/macro";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { SummaryItem } from "@/components/form/ErrorSummary";
import { announce } from "@/lib/announce";
import { ApiError, wasSubmitted } from "@/lib/api";
import { focusInstead } from "@/lib/page";
import { type PriceChange, priceChangeOf } from "@/lib/shop/price-change";
import { type FieldsAnswer, wizardApi } from "../api";
import type { Answers, FieldDef, Stored } from "../types";
import { hasUnsaved } from "./autosave";
import { conflictOf } from "./conflict";
import { errorItems, mapErrors } from "./errors";
import { say } from "./messages";
import { visibleFields } from "./show-if";
import { undraftedNames } from "./undrafted";
import { forgetDraft, placeOf, withUnsent } from "./unsent";
import { type AnswerForm, useAnswers } from "./useAnswers";
import { type Draft, useDraft } from "./useDraft";
import { initialAnswers, isAsked, payloadOf } from "./values";
import { goToOf, isReadOnlyViewer, receiptPath, useAdvance, useStep } from "./wizard";

export interface StepFormOptions {
  answer: FieldsAnswer;
  /** Fields the step does not ask itself (shown elsewhere) are left out of checks and payload. */
  fields?: FieldDef[];
  /** More to send with the step, or a different call. */
  save?: (payload: Answers, extra: Record<string, unknown>) => Promise<Stored>;
  /** How the error summary calls a field whose label says too little there. */
  labelOf?: (field: FieldDef) => string;
  /** The save may lead to a page elsewhere and back: what was typed is kept first. */
  mayLeave?: () => boolean;
  /** Checks the definitions cannot say: element id, label and message each. */
  extraProblems?: () => SummaryItem[];
  /** Things that are no field of the form but that server errors may name. */
  extras?: { name: string; id: string; label: string }[];
  onExtraErrors?: (errors: Record<string, string>) => void;
  /** A step with its own way to fail answers true. */
  onFail?: (error: ApiError) => boolean;
  /** A step that asks something before it goes on answers true. */
  onSaved?: (saved: Stored) => boolean;
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

export interface StepForm {
  form: AnswerForm;
  fields: FieldDef[];
  visible: FieldDef[];
  answers: Answers;
  draft: Draft;
  /** A changed answer loses its error until the next check and goes into the draft. */
  edited: (name: string) => void;
  busy: boolean;
  attempt: number;
  summary: SummaryItem[];
  /** The server was out of reach and is there again. */
  back: boolean;
  submit: (event?: FormEvent) => void;
  priceChange: PriceChange | null;
  answerPrice: (accept: boolean) => void;
  leave: (href: string) => Promise<void>;
  showErrors: (items: SummaryItem[]) => void;
  /** Says what went wrong, at the fields that it is about; true when the same answers may simply be sent again. */
  fail: (error: unknown) => boolean;
}

/** One step's form: the server's fields, its checks, its save, its errors. Only a save that succeeded navigates. */
export function useStepForm(options: StepFormOptions): StepForm {
  const { t } = useLingui();
  const { enrollmentId, wizard, tab, from } = useStep();
  const navigate = useNavigate();
  const advance = useAdvance();
  const fields = options.fields ?? options.answer.result;
  const place = placeOf(enrollmentId, tab.tab_name);
  const form = useAnswers(
    () => initialAnswers(withUnsent(place, options.answer.result)),
    () => undraftedNames(place),
  );
  const { answers } = form;
  const visible = visibleFields(fields, answers).filter(isAsked);

  const [busy, setBusy] = useState(false);
  const locked = useRef(false);
  const [attempt, setAttempt] = useState(0);
  const [summary, setSummary] = useState<SummaryItem[]>([]);
  const [back, setBack] = useState(false);
  const [priceChange, setPriceChange] = useState<PriceChange | null>(null);
  const cut = summary.some(({ message }) => message === say("offline"));

  /** What says that the server is out of reach goes, and the focus on it to the heading. */
  const restored = () => {
    if (!cut) return;
    setSummary([]);
    setBack(true);
  };
  useEffect(() => {
    if (back) focusInstead(null);
  }, [back]);
  /** Where nothing was answered here, another window's answer is simply the newer one. */
  const merge = (others: Answers): Answers => {
    const sides = Object.entries(others);
    const [disputed, taken] = [true, false].map((mine) =>
      Object.fromEntries(sides.filter(([name]) => form.changed(name) === mine)),
    );
    if (Object.keys(taken ?? {}).length) {
      form.adopt(taken ?? {});
      announce(t`Answers from another tab or person were taken over.`);
    }
    return disputed ?? {};
  };
  const draft = useDraft({
    enrollmentId,
    tab: tab.tab_name,
    place,
    fields: options.answer.result,
    version: options.answer.version,
    off: isReadOnlyViewer(wizard),
    read: form.read,
    merge,
    onSaved: restored,
    onSubmitted: () => void navigate(receiptPath(enrollmentId), { replace: true }),
  });

  // A draft that waits to be sent tells by itself when it is.
  useEffect(() => {
    const onOnline = () => {
      if (!hasUnsaved(draft.state)) restored();
    };
    window.addEventListener("online", onOnline);
    return () => window.removeEventListener("online", onOnline);
  });

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

  const fail = (error: unknown): boolean => {
    const change = priceChangeOf(error);
    const conflict = conflictOf(error, form.read());
    if (wasSubmitted(error)) void navigate(receiptPath(enrollmentId), { replace: true });
    else if (change) setPriceChange(change);
    else if (conflict && Object.keys(conflict.values).length) {
      draft.conflict(conflict.version, conflict.values);
    } else if (conflict) {
      draft.settled(conflict.version);
      return true;
    } else if (!(error instanceof ApiError)) {
      showErrors([{ message: t`Something went wrong. Please try again.` }]);
    } else if (!options.onFail?.(error)) showServerErrors(error);
    return false;
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

  const topMessage = (error: ApiError): string => {
    if (error.offline) return say("offline");
    if ([401, 403, 404].includes(error.status)) {
      return t`Your session has ended. What you typed is still on this page; continue with your enrollment code to save it.`;
    }
    return error.message || t`Something went wrong. Please try again.`;
  };

  /** One try; true when it is worth another. */
  const attemptSave = async (extra: Record<string, unknown>): Promise<boolean> => {
    try {
      const payload = payloadOf(fields, form.read());
      const body = { version: draft.version(), go_to: goToOf(from), ...extra };
      const save = options.save ?? ((sent, more) => wizardApi.save(enrollmentId, tab, { ...sent, ...more }));
      const saved = await save(payload, body);
      draft.settled(saved?.version ?? draft.version());
      forgetDraft(place);
      if (!options.onSaved?.(saved)) await advance(saved);
      return false;
    } catch (error) {
      return fail(error);
    }
  };

  const send = async (extra: Record<string, unknown>) => {
    locked.current = true;
    setBusy(true);
    if (options.mayLeave?.()) await draft.flushAll();
    await draft.hold();
    let shouldSave = !draft.undecided();
    while (shouldSave) shouldSave = await attemptSave(extra);
    draft.release();
    locked.current = false;
    setBusy(false);
  };

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (locked.current) return;
    locked.current = true;
    const problems = form.check(fields);
    const extra = options.extraProblems?.() ?? [];
    if (Object.keys(problems).length || extra.length) {
      locked.current = false;
      return showErrors([...itemsOf(problems), ...extra]);
    }
    setSummary([]);
    setBack(false);
    void send({});
  };

  const answerPrice = (accept: boolean) => {
    setPriceChange(null);
    if (accept) void send({ accept_price: 1 });
  };

  const edited = (name: string) => {
    form.forgive(name);
    draft.edited(name);
  };

  /** Back and links away: what was typed goes along. */
  const leave = async (href: string) => {
    await draft.flush();
    await navigate(href);
  };

  return {
    form,
    fields,
    visible,
    answers,
    draft,
    edited,
    busy,
    attempt,
    summary,
    back,
    submit,
    priceChange,
    answerPrice,
    leave,
    showErrors,
    fail,
  };
}

import { useLingui } from "@lingui/react/macro";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { SummaryItem } from "@/components/form/ErrorSummary";
import { announce } from "@/lib/announce";
import { ApiError, wasSubmitted } from "@/lib/api";
import { type PriceChange, priceChangeOf } from "@/lib/shop/price-change";
import { type FieldsAnswer, wizardApi } from "../api";
import type { Answers, FieldDef, Stored } from "../types";
import { hasUnsaved } from "./autosave";
import { conflictOf } from "./conflict";
import { visibleFields } from "./show-if";
import { undraftedNames } from "./undrafted";
import { forgetDraft, placeOf, withUnsent } from "./unsent";
import { type AnswerForm, useAnswers } from "./useAnswers";
import { type Draft, useDraft } from "./useDraft";
import { type ErrorOptions, useStepErrors } from "./useStepErrors";
import { initialAnswers, isAsked, payloadOf } from "./values";
import { goToOf, isReadOnlyViewer, receiptPath, useAdvance, useStep } from "./wizard";

export interface StepFormOptions extends ErrorOptions {
  answer: FieldsAnswer;
  /** Fields the step does not ask itself (shown elsewhere) are left out of checks and payload. */
  fields?: FieldDef[];
  /** More to send with the step, or a different call. */
  save?: (payload: Answers, extra: Record<string, unknown>) => Promise<Stored>;
  /** The save may lead to a page elsewhere and back: what was typed is kept first. */
  mayLeave?: () => boolean;
  /** Checks the definitions cannot say: element id, label and message each. */
  extraProblems?: () => SummaryItem[];
  /** A step with its own way to fail answers true. */
  onFail?: (error: ApiError) => boolean;
  /** A step that asks something before it goes on answers true. */
  onSaved?: (saved: Stored) => boolean;
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
  const errors = useStepErrors(options, fields, form);
  const { restore, showErrors, itemsOf } = errors;
  const [priceChange, setPriceChange] = useState<PriceChange | null>(null);
  /** Where nothing was answered here, another window's answer is simply the newer one. */
  const merge = (others: Answers): Answers => {
    const sides = Object.entries(others);
    const [disputed, taken] = [true, false].map((mine) =>
      Object.fromEntries(sides.filter(([name]) => form.changed(name) === mine)),
    );
    if (Object.keys(taken ?? {}).length) {
      form.adopt(taken ?? {});
      announce(t`This page now shows answers saved in another tab or by someone else.`);
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
    onSaved: restore,
    onSubmitted: () => void navigate(receiptPath(enrollmentId), { replace: true }),
  });

  // A draft that waits to be sent tells by itself when it is.
  useEffect(() => {
    const onOnline = () => {
      if (!hasUnsaved(draft.state)) restore();
    };
    window.addEventListener("online", onOnline);
    return () => window.removeEventListener("online", onOnline);
  });

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
    } else if (!options.onFail?.(error)) errors.showServerErrors(error);
    return false;
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
    errors.clear();
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
    attempt: errors.attempt,
    summary: errors.summary,
    back: errors.back,
    submit,
    priceChange,
    answerPrice,
    leave,
    showErrors,
    fail,
  };
}

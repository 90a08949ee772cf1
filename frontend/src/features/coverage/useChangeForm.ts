import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import type { EventChoice, MemberCoverage } from "@/client";
import { useQuestions } from "@/components/form/useQuestions";
import { ApiError, api } from "@/lib/api";
import { parseDay } from "@/lib/dates";
import {
  type Answers,
  answerOf,
  type Draft,
  EMPTY,
  furthestStep,
  hasChosen,
  isChoice,
  neededAt,
  orderOf,
  type Question,
  type Step,
  stepAsking,
  stepsOf,
} from "./change";
import { useOwner } from "./owner";
import { useKeepCoverage } from "./reads";
import { useChangeTexts } from "./useChangeTexts";
import { useDraft } from "./useDraft";
import { useLinkedEvent } from "./useLinkedEvent";
import { useSending } from "./useSending";

/** Read the effect of the change, again with each answer that matters to it. `typing`: the answers aren't whole yet. */
function usePreview(draft: Draft, coverage: MemberCoverage, typing: boolean) {
  const { memberId } = useOwner();
  const order = orderOf(draft, coverage, memberId);
  return useQuery({
    queryKey: ["change-preview", order],
    enabled:
      !typing &&
      ["plan", "price"].includes(furthestStep(draft)) &&
      parseDay(draft.answers.happened_on) !== null,
    queryFn: () => api.post("/api/v1/preview-change", order),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
}

/** Calls that check a day and send the change, each followed by the step that comes next. */
function useCalls(
  draft: Draft,
  coverage: MemberCoverage,
  go: (step: Step | "late") => void,
  onConfirmed: (confirmed: Question[]) => void,
  onSent: (order: { orderId: string }) => void,
) {
  const { memberId } = useOwner();
  const keep = useKeepCoverage();
  const order = orderOf(draft, coverage, memberId);
  const { ask, dialog } = useQuestions();

  /** Return false where the change costs something else by now. `policies`: the plans that stay ticked. */
  const sendChange = async (policies: string[]): Promise<boolean> => {
    const ticked = { ...order, policies };
    const { digest } = await api.post("/api/v1/preview-change", ticked);
    try {
      const done = await api.post("/api/v1/submit-change", { ...ticked, digest });
      keep(done.coverage);
      onSent({ orderId: done.order_id });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.errorCode === "changeDiffers") return false;
      throw error;
    }
  };
  const previewDate = async (next: Step) => {
    const fresh = await ask(async (codes) => {
      const confirmed = codes as Question[];
      const preview = await api.post("/api/v1/preview-change", { ...order, confirmed });
      onConfirmed(confirmed);
      return preview;
    }, draft.confirmed);
    const isOpen = fresh.possible || (isChoice(draft.answers) && fresh.rows.some((row) => row.effective));
    go(isOpen ? next : "late");
  };
  return { dialog, sendChange, previewDate };
}

/** A change that is reported on the page it begins on: `steps` are asked for together before the price. */
interface InPlace {
  steps: Step[];
  go: (step: Step | "late") => void;
  onSent: (sent: SentChange) => void;
}

/** What is known of a change that was sent. */
export interface SentChange {
  orderId: string;
  paper: string | undefined;
}

/** The change that is being reported: its answers, what they would do, and the way from step to step. */
export function useChangeForm(
  step: Step | "late",
  events: EventChoice[],
  coverage: MemberCoverage,
  place?: InPlace,
) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { path } = useOwner();
  const { draft, asking, dispatch, forget } = useDraft(coverage.member_id, coverage.day, EMPTY);
  const [differs, setDiffers] = useState(false);
  const { answers, left } = draft;
  const linking = useLinkedEvent(events, answers.event, dispatch);
  const preview = usePreview(draft, coverage, place !== undefined && step !== "price");
  const event = events.find((choice) => choice.key === answers.event);
  const { labels, headings } = useChangeTexts(event, answers);
  const names = Object.keys(labels) as (keyof Answers)[];
  const { errors, problem, busy, submit, clear } = useSending("change-", [...names, "plan"], (name) =>
    answerOf(name, answers),
  );
  const steps = stepsOf(draft, step);
  const go = place?.go ?? ((next: Step | "late") => void navigate(`${path}/${next}`));
  const onSent =
    place?.onSent ?? ((sent: SentChange) => void navigate(`${path}/sent`, { replace: true, state: sent }));
  const { dialog, sendChange, previewDate } = useCalls(
    draft,
    coverage,
    go,
    (confirmed) => dispatch({ type: "confirmed", confirmed }),
    ({ orderId }) => {
      forget();
      onSent({ orderId, paper: event?.paper });
    },
  );
  const next = steps[steps.indexOf(step as Step) + 1] ?? "price";
  const previous = steps[steps.indexOf(step as Step) - 1] ?? "what";
  const included =
    preview.data?.rows.filter((row) => row.possible && !left.includes(row.policy_number)) ?? [];

  const answer = (name: keyof Answers, value: string) => {
    const chosen = events.find((choice) => choice.key === value);
    if (name === "event" && chosen) dispatch({ type: "event", event: chosen });
    else if (name === "opened") dispatch({ type: "opened", opened: value, coverage });
    else dispatch({ type: "answer", name, value });
    clear(name);
  };
  const field = (name: keyof Answers) => ({
    id: `change-${name}`,
    name,
    label: labels[name],
    value: answers[name],
    error: errors[name],
    onChange: (change: { target: { value: string } }) => answer(name, change.target.value),
  });
  const findProblems = (current: Step) => {
    if (current === "plan" && isChoice(answers) && !hasChosen(draft))
      return { plan: t`Choose another plan or a rider first.` };
    const asked = place?.steps ?? [current];
    const missing = asked.flatMap((each) => neededAt(each, answers)).filter((name) => !answers[name].trim());
    return Object.fromEntries(missing.map((name) => [name, t`Field is required`]));
  };
  /** A refused answer is shown at the step that asks for it. */
  const withStepRedirect = async (call: () => Promise<void>) => {
    try {
      await call();
    } catch (error) {
      const refused = error instanceof ApiError ? Object.keys(error.fieldErrors) : [];
      const target = stepAsking(
        refused.map((name) => answerOf(name, answers)),
        answers,
      );
      if (target && target !== step) go(target);
      throw error;
    }
  };
  const send = async () => {
    if (await sendChange(included.map((row) => row.policy_number))) return;
    await preview.refetch();
    setDiffers(true);
  };
  const onSubmit = (submitted: FormEvent) => {
    submitted.preventDefault();
    setDiffers(false);
    if (step === "price") return void submit({}, () => withStepRedirect(send));
    void submit(findProblems(step as Step), async () =>
      step === "when" ? await withStepRedirect(() => previewDate(next)) : go(next),
    );
  };
  return {
    answers,
    asking: asking || linking,
    busy,
    clear,
    coverage,
    dialog,
    differs,
    dispatch,
    draft,
    errors,
    event,
    events,
    field,
    go,
    headings,
    included,
    labels,
    onSubmit,
    preview,
    previous,
    problem,
    steps,
  };
}

export type ChangeForm = ReturnType<typeof useChangeForm>;

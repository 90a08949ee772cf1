import type { EventChoice, MemberCoverage } from "@/client";
import { type Answers, type Chosen, type Draft, onlyWay, policiesOf, type Question, rolesOf } from "./change";

export type DraftAction =
  | { type: "event"; event: EventChoice }
  /** Another event that opens the same change: its day is asked for again. */
  | { type: "otherEvent"; key: string }
  | { type: "opened"; opened: string; coverage: MemberCoverage }
  | { type: "answer"; name: keyof Answers; value: string }
  | { type: "confirmed"; confirmed: Question[] }
  | { type: "day"; policy: string; day: string }
  | { type: "choice"; chosen: Chosen }
  | { type: "left"; left: string[] }
  | { type: "restore"; draft: Draft };

const UNCHOSEN = { confirmed: [], left: [], days: {}, plans: {}, riders: {} };

/** Fields that identify the new person: another answer voids what was confirmed of them. */
const IDENTITY: (keyof Answers)[] = ["first_name", "last_name", "birth_date", "role"];

/** Return the draft after an answer or a choice, without what the answer makes void. */
export function reduceDraft(draft: Draft, action: DraftAction): Draft {
  const { answers, days } = draft;
  switch (action.type) {
    case "event": {
      const { event } = action;
      const [role = "child"] = rolesOf(event.key);
      return { ...UNCHOSEN, answers: { ...answers, event: event.key, opened: onlyWay(event), role } };
    }
    case "otherEvent":
      return { ...draft, answers: { ...answers, event: action.key, happened_on: "" }, days: {} };
    case "opened": {
      const opened = { ...answers, opened: action.opened };
      const left = action.opened === "end" ? policiesOf(opened, action.coverage) : [];
      return { ...UNCHOSEN, answers: opened, left };
    }
    case "answer":
      return {
        ...draft,
        answers: { ...answers, [action.name]: action.value },
        confirmed: IDENTITY.includes(action.name) ? [] : draft.confirmed,
        days: action.name === "happened_on" ? {} : days,
      };
    case "confirmed":
      return { ...draft, confirmed: action.confirmed };
    case "day":
      return { ...draft, days: { ...days, [action.policy]: action.day } };
    case "choice":
      return { ...draft, ...action.chosen };
    case "left":
      return { ...draft, left: action.left };
    case "restore":
      return action.draft;
  }
}

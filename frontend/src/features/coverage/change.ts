import type { ChangeOrder, EventChoice, MemberCoverage, Preview } from "@/client";
import type { Suffix } from "@/components/form/SuffixField";
import { type Day, parseDay } from "@/lib/dates";
import { nameKey } from "@/lib/fold";
import { cents, fromCents } from "@/lib/format";

/** The changes a life event opens, each with the kind of order it becomes. */
export const KINDS = {
  add_person: "add_person",
  drop_person: "drop_person",
  plan: "plan",
  rider: "riders",
  amount: "amount",
  address: "place",
  tobacco: "facts",
  gender: "facts",
  work: "facts",
  end: "end",
} as const;
export type Opened = keyof typeof KINDS;

const SHAPES_INSURANCE: Opened[] = ["plan", "rider", "amount"];

/** The answers about the member that each change of facts asks for; one of them is enough. */
const FACTS: Partial<Record<string, (keyof Answers)[]>> = {
  tobacco: ["tobacco"],
  gender: ["gender"],
  work: ["weekly_hours", "annual_salary"],
};
const factsOf = ({ opened }: Answers) => FACTS[opened] ?? [];

/** The one way of an event that is about people or places, "" where there are several: nobody has to be asked what a
 * birth shall change. An end is for the member to choose. */
export function onlyWay(event: EventChoice | undefined): Opened | "" {
  const ways = (event?.opens ?? []).filter(
    (way): way is Opened => way in KINDS && !SHAPES_INSURANCE.includes(way as Opened),
  );
  const [way = "", ...others] = ways;
  return others.length > 0 || way === "end" ? "" : way;
}

export type Question = NonNullable<ChangeOrder["confirmed"]>[number];
export const STEPS = ["what", "who", "when", "plan", "price"] as const;
export type Step = (typeof STEPS)[number];

export interface Answers {
  event: string;
  opened: string;
  happened_on: string;
  first_name: string;
  last_name: string;
  suffix: string;
  birth_date: string;
  role: string;
  person_id: string;
  address1: string;
  address2: string;
  city: string;
  zip: string;
  state: string;
  county: string;
  mailing: string;
  mailing_address1: string;
  mailing_address2: string;
  mailing_city: string;
  mailing_state: string;
  mailing_zip: string;
  amount: string;
  tobacco: string;
  gender: string;
  weekly_hours: string;
  annual_salary: string;
}

/** The choices by policy: the plan that replaces it, and the riders it has from then on. */
export interface Chosen {
  plans: Record<string, number>;
  riders: Record<string, string[]>;
}

/** `left`: the plans that the change leaves alone; `days`: the day that was chosen by policy; `confirmed`: the questions
 * about the new person that were answered with yes. */
export interface Draft extends Chosen {
  answers: Answers;
  confirmed: Question[];
  left: string[];
  days: Record<string, string>;
}

export const EMPTY: Draft = {
  answers: {
    event: "",
    opened: "",
    happened_on: "",
    first_name: "",
    last_name: "",
    suffix: "",
    birth_date: "",
    role: "child",
    person_id: "",
    address1: "",
    address2: "",
    city: "",
    zip: "",
    state: "",
    county: "",
    mailing: "",
    mailing_address1: "",
    mailing_address2: "",
    mailing_city: "",
    mailing_state: "",
    mailing_zip: "",
    amount: "",
    tobacco: "",
    gender: "",
    weekly_hours: "",
    annual_salary: "",
  },
  confirmed: [],
  left: [],
  days: {},
  plans: {},
  riders: {},
};

/** A newborn's birth date is the day of the event. */
export const isBirth = (answers: Answers) => answers.event === "birth";

/** Return whether a change is about plans and riders alone. */
export const isChoice = ({ opened }: Answers) => opened === "plan" || opened === "rider";

export type PersonRole = "child" | "spouse" | "partner";

/** Whom an event can bring: a birth and an adoption a child, a marriage a spouse or partner first. */
export function rolesOf(event: string): PersonRole[] {
  if (event === "birth" || event === "adoption") return ["child"];
  return event === "marriage" ? ["spouse", "partner", "child"] : ["child", "spouse", "partner"];
}

/** Ends and choices ask for nobody. */
const asksWho = (answers: Answers) => answers.opened !== "end" && !isChoice(answers);

/** Return whether a plan or a rider may be chosen with a change: with people and places, where the event opens it. */
export const mayChoose = (answers: Answers, opens: string[]) =>
  (asksWho(answers) ? answers.opened !== "amount" && factsOf(answers).length === 0 : isChoice(answers)) &&
  (opens.includes("plan") || opens.includes("rider"));

export const hasChosen = ({ plans, riders }: Chosen) =>
  Object.keys(plans).length > 0 || Object.keys(riders).length > 0;

/** Return the answers a step needs before the next one opens. */
export function neededAt(step: Step, answers: Answers): (keyof Answers)[] {
  if (step === "what") return ["event", "opened"];
  if (step === "when") return ["happened_on"];
  if (step === "plan" || step === "price" || !asksWho(answers)) return [];
  if (answers.opened === "add_person") {
    const born = isBirth(answers) ? [] : (["birth_date"] as const);
    return ["first_name", "last_name", ...born, "role"];
  }
  if (answers.opened === "drop_person") return ["person_id"];
  const facts = factsOf(answers);
  if (facts.length > 0) return facts.some((name) => answers[name].trim()) ? [] : facts;
  return answers.opened === "amount" ? ["amount"] : ["address1", "zip", "city"];
}

/** All fields of an address, which a move asks for. */
const ADDRESS = Object.keys(EMPTY.answers).filter((name) =>
  /^(address\d|city|zip|state|county|mailing.*)$/.test(name),
) as (keyof Answers)[];

/** The answer that a refused field of an order is, or that a question is about. */
export function answerOf(field: string, answers: Answers): string {
  const name = field.replace(/^person\.|\.confirmed\.\w+$/g, "");
  return name === "birth_date" && isBirth(answers) ? "happened_on" : name;
}

/** The step that asks for one of these answers; undefined where none does. */
export const stepAsking = (names: string[], answers: Answers): Step | undefined =>
  [...(answers.opened === "address" ? ADDRESS : []), ...factsOf(answers)].some((name) => names.includes(name))
    ? "who"
    : STEPS.find((step) => neededAt(step, answers).some((name) => names.includes(name)));

/** The steps of a change. Beside people and places a plan is chosen by who goes there (`now`), or has been. */
export function stepsOf(draft: Draft, currentStep?: string): Step[] {
  const { answers } = draft;
  const chooses = isChoice(answers) || currentStep === "plan" || hasChosen(draft);
  return STEPS.filter((step) => (step !== "who" || asksWho(answers)) && (step !== "plan" || chooses));
}

/** The first step that lacks an answer: none after it can be opened. */
export function furthestStep(draft: Draft): Step {
  const { answers } = draft;
  const unanswered = STEPS.find((step) => neededAt(step, answers).some((name) => !answers[name].trim()));
  return unanswered ?? (isChoice(answers) && !hasChosen(draft) ? "plan" : "price");
}

/** The step to open in place of one that can't be shown yet or any more; null where it can. */
export function redirectTarget(draft: Draft, step: Step | "late", opens: string[]): Step | null {
  const furthest = furthestStep(draft);
  const isBefore = (left: Step, right: Step) => STEPS.indexOf(left) < STEPS.indexOf(right);
  if (step === "late") return isBefore(furthest, "plan") ? furthest : null;
  if (isBefore(furthest, step) || !stepsOf(draft, step).includes(step)) return furthest;
  return step === "plan" && !mayChoose(draft.answers, opens) ? "price" : null;
}

/** The ways of an event that this member's policies have room for. */
export function possibleWays(event: EventChoice | undefined, coverage: MemberCoverage): Opened[] {
  return (event?.opens ?? []).filter(
    (way): way is Opened =>
      way in KINDS &&
      (way !== "amount" || coverage.policies.some((row) => row.amount)) &&
      (way !== "rider" || coverage.policies.some((row) => row.has_riders)),
  );
}

/** Return whether anything is in force or accepted, so that it can change. */
export const hasOpenPolicy = ({ policies }: MemberCoverage) =>
  policies.some(({ state }) => state === "active" || state === "accepted");

/** The policies that an order names: none means every one, which an end and an amount never mean. */
export function policiesOf(answers: Answers, coverage: MemberCoverage): string[] {
  if (answers.opened !== "end" && answers.opened !== "amount") return [];
  return coverage.policies
    .filter((policy) => policy.state === "active" || policy.state === "accepted")
    .filter((policy) => answers.opened === "end" || policy.amount !== "")
    .map((policy) => policy.number);
}

/** `memberId`: whose change it is, where it is somebody else's. */
export function orderOf(draft: Draft, coverage: MemberCoverage, memberId?: number): ChangeOrder {
  const { answers, confirmed, days, plans, riders } = draft;
  const { event, happened_on, first_name, last_name } = answers;
  const suffix = answers.suffix as Suffix;
  const order = {
    ...(memberId !== undefined && { member_id: memberId }),
    event,
    happened_on,
    effective: days,
    policies: policiesOf(answers, coverage),
    plans,
    riders,
  };
  const kind = KINDS[answers.opened as Opened];
  if (kind === "plan" || kind === "riders") {
    const policies = [...new Set([...Object.keys(plans), ...Object.keys(riders)])];
    return { ...order, policies, kind: Object.keys(plans).length > 0 ? "plan" : "riders" };
  }
  if (kind === "add_person") {
    const birth_date = isBirth(answers) ? happened_on : answers.birth_date;
    const role = isBirth(answers) ? "child" : (answers.role as "child");
    return { ...order, kind, person: { first_name, last_name, suffix, birth_date, role }, confirmed };
  }
  if (kind === "drop_person") return { ...order, kind, person_id: answers.person_id };
  if (kind === "amount") return { ...order, kind, amount: answers.amount };
  if (kind === "end") return { ...order, kind };
  if (kind === "facts") {
    const typed = Object.fromEntries(factsOf(answers).map((name) => [name, answers[name]]));
    return { ...order, ...typed, kind, gender: answers.opened === "gender" ? Number(answers.gender) : null };
  }
  const address = Object.fromEntries(ADDRESS.map((name) => [name, answers[name]]));
  return { ...order, ...address, kind, person_id: answers.person_id };
}

/** Return whether every plan in force already covers the person to add. */
export function isCovered({ answers }: Draft, coverage: MemberCoverage): boolean {
  const birth = isBirth(answers) ? answers.happened_on : answers.birth_date;
  const running = coverage.policies.filter(({ state }) => state === "active" || state === "accepted");
  return (
    answers.opened === "add_person" &&
    running.every(({ people, joins_later }) =>
      [...people, ...joins_later].some(
        (person) => person.birth_date === birth && nameKey(person.first_name) === nameKey(answers.first_name),
      ),
    )
  );
}

const DAY = 86_400_000;
const time = (day: Day) => Date.UTC(day.year, day.month - 1, day.day) / DAY;

/** Whole days from one mm/dd/yyyy to another; 0 where one isn't a day. */
export function daysBetween(from: string, to: string): number {
  const [a, b] = [parseDay(from), parseDay(to)];
  return a && b ? time(b) - time(a) : 0;
}

/** The reporting window true to scale: places in per cent of the time from its first day, or today, to its last. */
export function scaleOf(window: NonNullable<Preview["window"]>, happened: string) {
  const days = [happened, window.first_day, window.today, window.last_day].filter(Boolean);
  const first = days.reduce((a, b) => (daysBetween(a, b) < 0 ? b : a));
  const last = days.reduce((a, b) => (daysBetween(a, b) > 0 ? b : a));
  const whole = Math.max(1, daysBetween(first, last));
  const at = (day: string) => (day ? (daysBetween(first, day) / whole) * 100 : 100);
  return {
    happened: at(happened),
    first: at(window.first_day),
    today: at(window.today),
    last: at(window.last_day),
  };
}

/** Return the sum of amounts; "" where one of them is missing. */
export function sumOf(amounts: string[]): string {
  if (amounts.some((amount) => !amount)) return "";
  return fromCents(amounts.reduce((sum, amount) => sum + cents(amount), 0));
}

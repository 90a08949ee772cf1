import { expect, test } from "vitest";
import type { EventChoice, MemberCoverage } from "@/client";
import {
  answerOf,
  daysBetween,
  EMPTY,
  furthestStep,
  isCovered,
  mayChoose,
  onlyWay,
  orderOf,
  redirectTarget,
  scaleOf,
  stepAsking,
  stepsOf,
  sumOf,
} from "./change";
import { reduceDraft } from "./draftReducer";

const draft = (answers: typeof EMPTY.answers, chosen: Partial<typeof EMPTY> = {}) => ({
  ...EMPTY,
  ...chosen,
  answers,
});
const answers = (values: Partial<typeof EMPTY.answers>) => ({ ...EMPTY.answers, ...values });
const coverage = {
  policies: [
    { number: "D-1", state: "active", amount: "" },
    { number: "L-1", state: "active", amount: "50000.00" },
    { number: "L-0", state: "ended", amount: "50000.00" },
  ],
} as unknown as MemberCoverage;

test("a step opens once everything before it is answered", () => {
  expect(furthestStep(draft(answers({})))).toBe("what");
  const birth = answers({ event: "birth", opened: "add_person" });
  expect(furthestStep(draft(birth))).toBe("who");
  const named = { ...birth, first_name: "Mateo", last_name: "Santos" };
  expect(furthestStep(draft(named))).toBe("when");
  expect(furthestStep(draft({ ...named, happened_on: "03/02/2027" }))).toBe("price");
});

test("what an event changes is chosen where it can only be one thing", () => {
  const way = (...opens: string[]) => onlyWay({ opens } as EventChoice);
  expect(way("add_person", "plan", "amount", "beneficiary")).toBe("add_person");
  expect(way("plan", "address")).toBe("address");
  expect(way("add_person", "drop_person")).toBe("");
  expect(way("plan")).toBe("");
  expect(way("end")).toBe("");
  expect(onlyWay(undefined)).toBe("");
});

test("a person who was added before is told from a new one", () => {
  const mateo = { first_name: "Matéo", birth_date: "03/02/2027" };
  const held = { policies: [{ state: "active", people: [], joins_later: [mateo] }] };
  const isHeld = (first_name: string, happened_on = "03/02/2027") =>
    isCovered(
      draft(answers({ event: "birth", opened: "add_person", first_name, happened_on })),
      held as unknown as MemberCoverage,
    );
  expect([" mateo", "MATÉO", "Mate\u0301o\u200b", "Mat"].map((name) => isHeld(name))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect([isHeld("Iris"), isHeld("Mateo", "03/03/2027")]).toEqual([false, false]);
});

test("somebody who isn't a newborn has a birth date of their own", () => {
  const spouse = answers({
    event: "marriage",
    opened: "add_person",
    first_name: "Daniel",
    last_name: "Santos",
  });
  expect(furthestStep(draft(spouse))).toBe("who");
});

test("a newborn's birth date is the day of the event", () => {
  const birth = answers({
    event: "birth",
    opened: "add_person",
    happened_on: "03/02/2027",
    first_name: "Mateo",
  });
  expect(orderOf({ ...EMPTY, answers: birth }, coverage).person?.birth_date).toBe("03/02/2027");
});

test("a newborn is a child, though another role was chosen before for a marriage", () => {
  const birth = answers({ event: "birth", opened: "add_person", role: "spouse" });
  const marriage = answers({ event: "marriage", opened: "add_person", role: "spouse" });
  expect(orderOf({ ...EMPTY, answers: birth }, coverage).person?.role).toBe("child");
  expect(orderOf({ ...EMPTY, answers: marriage }, coverage).person?.role).toBe("spouse");
});

test("what is refused belongs to the step that asks for it: a newborn's birth date to the day of the event", () => {
  const birth = answers({ event: "birth", opened: "add_person" });
  expect(answerOf("person.birth_date", birth)).toBe("happened_on");
  expect(stepAsking(["happened_on"], birth)).toBe("when");
  expect(stepAsking(["role"], birth)).toBe("who");
  const marriage = answers({ event: "marriage", opened: "add_person" });
  expect(answerOf("person.birth_date", marriage)).toBe("birth_date");
  expect(answerOf("person.last_name.confirmed.other_name", marriage)).toBe("last_name");
  expect(stepAsking(["birth_date"], marriage)).toBe("who");
  expect(stepAsking(["digest"], marriage)).toBeUndefined();
});

test("an end names every running policy, an amount those that have one, and an end asks for nobody", () => {
  const end = answers({ event: "medicare", opened: "end" });
  expect(orderOf({ ...EMPTY, answers: end }, coverage).policies).toEqual(["D-1", "L-1"]);
  expect(stepsOf(draft(end))).toEqual(["what", "when", "price"]);
  const amount = answers({ event: "birth", opened: "amount", amount: "100000" });
  expect(orderOf({ ...EMPTY, answers: amount }, coverage)).toMatchObject({
    kind: "amount",
    amount: "100000",
    policies: ["L-1"],
  });
});

test("a plan is chosen by who reports it alone, and by who goes there beside a person", () => {
  const plan = answers({ event: "work", opened: "plan", happened_on: "03/02/2027" });
  expect(stepsOf(draft(plan))).toEqual(["what", "when", "plan", "price"]);
  expect(furthestStep(draft(plan))).toBe("plan");
  expect(furthestStep(draft(plan, { plans: { "D-1": 7 } }))).toBe("price");
  const birth = answers({ event: "birth", opened: "add_person" });
  expect(stepsOf(draft(birth))).toEqual(["what", "who", "when", "price"]);
  expect(stepsOf(draft(birth), "plan")).toEqual(["what", "who", "when", "plan", "price"]);
  expect(stepsOf(draft(birth, { riders: { "L-1": ["AD"] } }))).toEqual([
    "what",
    "who",
    "when",
    "plan",
    "price",
  ]);
  expect(mayChoose(birth, ["add_person", "rider"])).toBe(true);
  expect(mayChoose(birth, ["add_person"])).toBe(false);
  expect(mayChoose(answers({ event: "birth", opened: "amount" }), ["plan"])).toBe(false);
});

test("what is chosen goes with a person, and alone it names its policies only", () => {
  const birth = answers({ event: "birth", opened: "add_person", first_name: "Mateo" });
  expect(orderOf(draft(birth, { plans: { "D-1": 7 } }), coverage)).toMatchObject({
    kind: "add_person",
    policies: [],
    plans: { "D-1": 7 },
  });
  const work = answers({ event: "work", opened: "plan" });
  const both = { plans: { "D-1": 7 }, riders: { "D-1": [], "L-1": ["AD"] } };
  expect(orderOf(draft(work, both), coverage)).toMatchObject({
    kind: "plan",
    policies: ["D-1", "L-1"],
    ...both,
  });
  const riders = { riders: { "L-1": ["AD"] } };
  expect(orderOf(draft(work, riders), coverage)).toMatchObject({
    kind: "riders",
    policies: ["L-1"],
    ...riders,
  });
});

test("days are counted over months and clock changes", () => {
  expect(daysBetween("03/02/2027", "05/01/2027")).toBe(60);
  expect(daysBetween("05/20/2027", "05/01/2027")).toBe(-19);
});

test("a window is drawn true to scale, with today inside or after it", () => {
  const window = { first_day: "03/02/2027", last_day: "05/01/2027", today: "03/17/2027", is_open: true };
  expect(scaleOf(window, "03/02/2027")).toEqual({ happened: 0, first: 0, today: 25, last: 100 });
  const late = scaleOf({ ...window, today: "05/20/2027" }, "03/02/2027");
  expect(late.today).toBe(100);
  expect(late.last).toBeCloseTo(75.949, 3);
  const before = scaleOf({ ...window, first_day: "01/01/2027" }, "03/02/2027");
  expect(before).toMatchObject({ first: 0, happened: 50, last: 100 });
});

test("sums are exact, and none where a price is missing", () => {
  expect(sumOf(["0.10", "0.20"])).toBe("0.30");
  expect(sumOf(["37.51", ""])).toBe("");
});

test("a step that can't be shown yet leads to the first open one", () => {
  const birth = answers({ event: "birth", opened: "add_person" });
  const born = { ...birth, first_name: "Mateo", last_name: "Santos", happened_on: "03/02/2027" };
  expect(redirectTarget(draft(birth), "price", [])).toBe("who");
  expect(redirectTarget(draft(birth), "late", [])).toBe("who");
  expect(redirectTarget(draft(born), "late", [])).toBeNull();
  expect(redirectTarget(draft(born), "plan", ["add_person"])).toBe("price");
  expect(redirectTarget(draft(born), "plan", ["add_person", "plan"])).toBeNull();
  expect(redirectTarget(draft(answers({ event: "loss", opened: "end" })), "who", [])).toBe("when");
});

test("an answer takes back what was chosen because of the one before", () => {
  const chosen = { left: ["D-1"], days: { "D-1": "04/01/2027" }, plans: { "D-1": 1003 }, riders: {} };
  const before = draft(answers({ event: "move", opened: "address", happened_on: "03/02/2027" }), chosen);
  const day = reduceDraft(before, { type: "answer", name: "happened_on", value: "03/05/2027" });
  expect(day).toEqual({ ...before, answers: { ...before.answers, happened_on: "03/05/2027" }, days: {} });
  const zip = reduceDraft(before, { type: "answer", name: "zip", value: "60601" });
  expect(zip).toEqual({ ...before, answers: { ...before.answers, zip: "60601" } });
  const end = reduceDraft(before, { type: "opened", opened: "end", coverage });
  expect(end).toEqual(draft({ ...before.answers, opened: "end" }, { left: ["D-1", "L-1"] }));
  const event = { key: "birth", opens: ["add_person", "plan"] } as EventChoice;
  const birth = reduceDraft(before, { type: "event", event });
  expect(birth).toEqual(draft({ ...before.answers, event: "birth", opened: "add_person" }));
  const other = reduceDraft(before, { type: "otherEvent", key: "loss" });
  const again = { ...before.answers, event: "loss", happened_on: "" };
  expect(other).toEqual({ ...before, answers: again, days: {} });
});

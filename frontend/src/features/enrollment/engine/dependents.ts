import type { DependentOut, DependentRules, Dependents } from "@/client";
import type { FieldDef } from "../types";
import { visibleFields } from "./show-if";
import { filled } from "./values";

/** The people on the list of a tier, their order, and when it is complete. */
export const MOST = 9;
export type SpouseChoice = "" | "yes" | "no";
export type Relationship = "spouse" | "child";

export interface Roster {
  dependents: DependentOut[];
  choice: SpouseChoice;
  rules: DependentRules;
}

/** The list as the tier takes it. Whoever lists a spouse has said that they enroll one. */
export function rosterOf(info: Dependents): Roster {
  const dependents = fitting(info.rules.tier, info.dependents);
  const answer = info.spouse_choice === "yes" || info.spouse_choice === "no" ? info.spouse_choice : "";
  return { dependents, choice: answer || (spousesOf(dependents).length > 0 ? "yes" : ""), rules: info.rules };
}

/** The spouse whom a "no" put aside. */
export const asideOf = ({ spouse_choice, set_aside }: Dependents): DependentOut | null =>
  (spouse_choice === "no" && spousesOf(set_aside ?? [])[0]) || null;

/** What the calls want: the person with the id, nothing that is empty; a masked number stays on the server. */
export const wire = (list: DependentOut[]) =>
  list.map(({ dependent_id, primary_info: { ssn, ...person } }) => ({
    primary_info: {
      ...filled({ ...person, dependent_id }),
      ...(ssn && /^\d{9}$/.test(ssn) ? { ssn } : {}),
      employed: "0",
    },
  }));

/** An answer that stores or adopts a list. */
export const bodyOf = ({ dependents, choice }: Pick<Roster, "dependents" | "choice">) => ({
  dependents: wire(dependents) as Record<string, unknown>[],
  spouse_choice: choice,
});

const is = (relationship: Relationship) => (dependent: DependentOut) =>
  dependent.primary_info.relationship === relationship;
export const spousesOf = (list: DependentOut[]): DependentOut[] => list.filter(is("spouse"));
export const childrenOf = (list: DependentOut[]): DependentOut[] => list.filter(is("child"));

/** IS keeps the first spouse, IC only children, IF at most one spouse, who stands first. */
export function fitting(tier: string, list: DependentOut[]): DependentOut[] {
  const spouse = spousesOf(list).slice(0, 1);
  if (tier === "IS") return spouse;
  if (tier === "IC") return childrenOf(list);
  return tier === "IF" ? [...spouse, ...childrenOf(list)] : [];
}

export function mostOf({ rules }: Roster): number {
  if (rules.tier === "IS") return 1;
  return rules.tier === "IC" && rules.premier ? 1 : (rules.max ?? MOST);
}

/** The family tier says whether a spouse will be enrolled, and says it again once the spouse is deleted. */
export const asksSpouse = ({ dependents, choice, rules }: Roster): boolean =>
  rules.tier === "IF" && choice === "" && spousesOf(dependents).length === 0;

/** Return whether another tier may fit the list better: the server says which, and at what price. */
export function mayFitElsewhere(roster: Roster, aside: DependentOut[]): boolean {
  const { dependents, choice, rules } = roster;
  if (rules.tier !== "IF") return dependents.length === 0 && aside.length > 0;
  const children = childrenOf(dependents).length;
  return spousesOf(dependents).length > 0 ? children === 0 : choice === "no" && children <= 1;
}

/** Return whether more children are expected: those that the quote counts, at least one where it doesn't say. */
export const expectsMore = ({ dependents, rules }: Roster): boolean =>
  rules.tier === "IF" && childrenOf(dependents).length < (rules.children ?? 1);

export type Hindrance = "unasked" | "spouseThere" | "spouseFirst" | "noSpouse" | "full";

/** Why a spouse or child cannot be added now; null when one can. */
export function hindrance(roster: Roster, relationship: Relationship): Hindrance | null {
  const { dependents, choice, rules } = roster;
  if (asksSpouse(roster)) return "unasked";
  const spouse = spousesOf(dependents).length > 0;
  if (relationship === "spouse") {
    if (spouse) return "spouseThere";
    if (rules.tier === "IF" && choice === "no") return "noSpouse";
  }
  if (dependents.length >= mostOf(roster)) return "full";
  if (relationship === "child" && rules.tier === "IF" && choice === "yes" && !spouse) return "spouseFirst";
  return null;
}

/** Which kinds the tier knows, in the order of the buttons. */
export const kindsOf = (tier: string): Relationship[] =>
  tier === "IS" ? ["spouse"] : tier === "IC" ? ["child"] : tier === "IF" ? ["spouse", "child"] : [];

export type ListStatus =
  | "ready"
  | "tooMany"
  | "needSpouse"
  | "needChild"
  | "needFamily"
  | "needAnswer"
  | "full";

/** Does the list fit the tier, and what is missing? */
export function statusOf(roster: Roster): ListStatus {
  const { dependents, choice, rules } = roster;
  const spouses = spousesOf(dependents).length;
  const children = childrenOf(dependents).length;
  switch (rules.tier) {
    case "IS":
      return spouses >= 1 ? "ready" : "needSpouse";
    case "IC":
      if (children === 0) return "needChild";
      return rules.premier && children > 1 ? "tooMany" : "ready";
    case "IF":
      if (asksSpouse(roster)) return "needAnswer";
      if (choice === "yes" && spouses === 0) return "needSpouse";
      if (children === 0 && spouses > 0) return "needChild";
      return dependents.length >= 2 ? "ready" : "needFamily";
    default:
      return "ready";
  }
}

/** Required answers about a person that nobody gave yet, such as questions about health of somebody on record. */
export function countMissing(fields: FieldDef[], { primary_info, health_values }: DependentOut): number {
  const values: Record<string, unknown> = { ...primary_info, ...health_values };
  const answers = Object.fromEntries(
    fields.map(({ field_name }) => [field_name, String(values[field_name] ?? "")]),
  );
  return visibleFields(fields, answers).filter(({ required, field_name }) => required && !answers[field_name])
    .length;
}

/** "No" takes the spouse off the list, "yes" brings the one put aside back to the front. */
export function withChoice(roster: Roster, choice: SpouseChoice, aside: DependentOut | null): Roster {
  const { dependents } = roster;
  if (choice === "no") return { ...roster, choice, dependents: childrenOf(dependents) };
  const back = choice === "yes" && aside && spousesOf(dependents).length === 0 ? [aside] : [];
  return { ...roster, choice, dependents: [...back, ...dependents] };
}

/** A deleted spouse takes the answer along, and so does the last one of the list: the question is asked again. */
export function without(roster: Roster, id: string): Roster {
  const dependents = roster.dependents.filter((dependent) => dependent.dependent_id !== id);
  const spouseLeft = spousesOf(dependents).length < spousesOf(roster.dependents).length;
  return { ...roster, dependents, choice: spouseLeft || dependents.length === 0 ? "" : roster.choice };
}

export const nameOf = ({ primary_info: person }: DependentOut): string =>
  [person.first_name, person.middle_name, person.last_name].filter(Boolean).join(" ");

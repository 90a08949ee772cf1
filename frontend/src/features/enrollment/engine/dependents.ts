import type { Dependent, DependentRules } from "../api";

/** Who may be on the list of a tier, in what order, and when it is complete. */
export const MOST = 9;
export type SpouseChoice = "" | "yes" | "no";
export type Relationship = "spouse" | "child";

export interface Roster {
  dependents: Dependent[];
  choice: SpouseChoice;
  rules: DependentRules;
}

const is = (relationship: Relationship) => (one: Dependent) => one.primary_info.relationship === relationship;
export const spousesOf = (list: Dependent[]): Dependent[] => list.filter(is("spouse"));
export const childrenOf = (list: Dependent[]): Dependent[] => list.filter(is("child"));

/** IS keeps the first spouse, IC only children, IF at most one spouse, who stands first. */
export function fitting(tier: string, list: Dependent[]): Dependent[] {
  const spouse = spousesOf(list).slice(0, 1);
  if (tier === "IS") return spouse;
  if (tier === "IC") return childrenOf(list);
  return tier === "IF" ? [...spouse, ...childrenOf(list)] : [];
}

export function mostOf({ rules }: Roster): number {
  if (rules.tier === "IS") return 1;
  return rules.tier === "IC" && rules.premier ? 1 : (rules.max ?? MOST);
}

/** The family tier says first whether a spouse will be enrolled. */
export const asksSpouse = ({ dependents, choice, rules }: Roster): boolean =>
  rules.tier === "IF" && choice === "" && dependents.length === 0;

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
      if (children === 0) return "needChild";
      return dependents.length >= 2 ? "ready" : "needFamily";
    default:
      return "ready";
  }
}

/** "No" puts the spouse aside, "yes" brings the one put aside back to the front. */
export function withChoice(
  roster: Roster,
  choice: SpouseChoice,
  aside: Dependent | null,
): { roster: Roster; aside: Dependent | null } {
  const { dependents } = roster;
  if (choice === "no") {
    const spouse = spousesOf(dependents)[0] ?? null;
    return { roster: { ...roster, choice, dependents: childrenOf(dependents) }, aside: spouse ?? aside };
  }
  if (choice === "yes" && aside && spousesOf(dependents).length === 0) {
    return { roster: { ...roster, choice, dependents: [aside, ...dependents] }, aside: null };
  }
  return { roster: { ...roster, choice }, aside };
}

/** An emptied family list asks the spouse question again; a deleted spouse leaves the answer open to be given again. */
export function without(roster: Roster, id: string): Roster {
  const dependents = roster.dependents.filter((one) => one.dependent_id !== id);
  return { ...roster, dependents, choice: dependents.length === 0 ? "" : roster.choice };
}

export const nameOf = ({ primary_info: person }: Dependent): string =>
  [person.first_name, person.middle_name, person.last_name].filter(Boolean).join(" ");

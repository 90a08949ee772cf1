import { describe, expect, it } from "vitest";
import type { DependentOut, DependentRules, Dependents } from "@/client";
import { partOf } from "@/testing/partOf";
import type { FieldDef } from "../types";
import {
  asideOf,
  asksSpouse,
  countMissing,
  expectsMore,
  fitting,
  hindrance,
  mayFitElsewhere,
  type Roster,
  rosterOf,
  type SpouseChoice,
  statusOf,
  wire,
  withChoice,
  without,
} from "./dependents";

const person = (dependent_id: string, relationship: "spouse" | "child"): DependentOut =>
  partOf<DependentOut>({
    dependent_id,
    primary_info: {
      first_name: dependent_id,
      last_name: "C",
      birthdate: "01/01/2010",
      gender: "0",
      relationship,
    },
  });
const [sam, ana, leo] = [person("sam", "spouse"), person("ana", "child"), person("leo", "child")];
const roster = (
  tier: string,
  dependents: DependentOut[],
  choice: SpouseChoice = "",
  premier = false,
): Roster => ({
  dependents,
  choice,
  rules: partOf<DependentRules>({ tier, premier }),
});

describe("statusOf", () => {
  it.each([
    ["IS without anyone", roster("IS", []), "needSpouse"],
    ["IS with the spouse", roster("IS", [sam]), "ready"],
    ["IC without a child", roster("IC", []), "needChild"],
    ["IC with two", roster("IC", [ana, leo]), "ready"],
    ["IC premier with two", roster("IC", [ana, leo], "", true), "tooMany"],
    ["IF before the answer", roster("IF", []), "needAnswer"],
    ["IF yes, no spouse yet", roster("IF", [], "yes"), "needSpouse"],
    ["IF yes, spouse only", roster("IF", [sam], "yes"), "needChild"],
    ["IF yes, spouse and child", roster("IF", [sam, ana], "yes"), "ready"],
    ["IF no, nobody yet", roster("IF", [], "no"), "needFamily"],
    ["IF no, one child", roster("IF", [ana], "no"), "needFamily"],
    ["IF no, two children", roster("IF", [ana, leo], "no"), "ready"],
  ])("%s", (_name, list, expected) => {
    expect(statusOf(list)).toBe(expected);
  });
});

describe("hindrance", () => {
  it("orders spouse before children and stops at the most", () => {
    expect(hindrance(roster("IF", [], "yes"), "child")).toBe("spouseFirst");
    expect(hindrance(roster("IF", [sam], "yes"), "spouse")).toBe("spouseThere");
    expect(hindrance(roster("IF", [], "no"), "spouse")).toBe("noSpouse");
    expect(hindrance(roster("IF", []), "child")).toBe("unasked");
    expect(hindrance(roster("IC", [ana], "", true), "child")).toBe("full");
    const nine = Array.from({ length: 9 }, (_, index) => person(`c${index}`, "child"));
    expect(hindrance(roster("IC", nine), "child")).toBe("full");
    expect(hindrance(roster("IC", nine.slice(1)), "child")).toBeNull();
  });
});

describe("lists", () => {
  it("filters by tier when loaded", () => {
    const all = [ana, sam, leo, person("eve", "spouse")];
    expect(fitting("IS", all)).toEqual([sam]);
    expect(fitting("IC", all)).toEqual([ana, leo]);
    expect(fitting("IF", all)).toEqual([sam, ana, leo]);
    expect(fitting("IO", all)).toEqual([]);
  });

  it("takes a spouse off the list and brings them back to the front", () => {
    const off = withChoice(roster("IF", [sam, ana], "yes"), "no", null);
    expect(off.dependents).toEqual([ana]);
    expect(withChoice(off, "yes", sam).dependents).toEqual([sam, ana]);
    expect(withChoice(off, "yes", null).dependents).toEqual([ana]);
    expect(withChoice(roster("IF", [sam], "no"), "yes", sam).dependents).toEqual([sam]);
  });

  it("knows whom a no put aside, and that a listed spouse is a yes", () => {
    const rules = partOf<DependentRules>({ tier: "IF", premier: false });
    const list = { dependents: [ana], set_aside: [leo, sam], spouse_choice: "no", rules, stamp: "new" };
    const info = partOf<Dependents>(list);
    expect(asideOf(info)).toBe(sam);
    expect(asideOf({ ...info, spouse_choice: "yes" })).toBeNull();
    expect(rosterOf(info)).toEqual({ dependents: [ana], choice: "no", rules });
    expect(rosterOf({ ...info, dependents: [ana, sam], spouse_choice: "" })).toEqual({
      dependents: [sam, ana],
      choice: "yes",
      rules,
    });
  });

  it("sends people with their ids, and a number only when it was typed here", () => {
    const kept = { ...sam, primary_info: { ...sam.primary_info, ssn: "Ending 3386" } };
    const typed = { ...ana, primary_info: { ...ana.primary_info, ssn: "524440472" } };
    const [spouse, child] = wire([kept, typed]);
    expect(spouse?.primary_info).toEqual({ ...sam.primary_info, dependent_id: "sam", employed: "0" });
    expect(child?.primary_info.ssn).toBe("524440472");
  });

  it("sends nothing that is empty", () => {
    const bare = {
      ...ana,
      primary_info: { ...ana.primary_info, middle_name: "", weight: "", height_feet: "" },
    };
    expect(wire([bare])[0]?.primary_info).toEqual({
      ...ana.primary_info,
      dependent_id: "ana",
      employed: "0",
    });
  });

  it("asks again once the family list is empty", () => {
    expect(asksSpouse(without(roster("IF", [sam], "yes"), "sam"))).toBe(true);
    expect(without(roster("IF", [sam, ana], "yes"), "ana").choice).toBe("yes");
  });

  it("clears the answer with the spouse, whoever stays", () => {
    const left = without(roster("IF", [sam, ana], "yes"), "sam");
    expect(left).toMatchObject({ dependents: [ana], choice: "" });
    expect(asksSpouse(left)).toBe(true);
    expect(statusOf(left)).toBe("needAnswer");
  });

  it("asks for another tier where the list fits one, not while it is being made", () => {
    expect(mayFitElsewhere(roster("IF", [ana], "no"), [])).toBe(true);
    expect(mayFitElsewhere(roster("IF", [sam], "yes"), [])).toBe(true);
    expect(mayFitElsewhere(roster("IF", [], "no"), [])).toBe(true);
    expect(mayFitElsewhere(roster("IF", [sam, ana], "yes"), [])).toBe(false);
    expect(mayFitElsewhere(roster("IF", [], "yes"), [])).toBe(false);
    expect(mayFitElsewhere(roster("IS", [], ""), [])).toBe(false);
    expect(mayFitElsewhere(roster("IS", [], ""), [sam])).toBe(true);
  });
});

describe("expectsMore", () => {
  it.each([
    [2, [sam, ana], true],
    [2, [sam, ana, leo], false],
    [null, [sam], true],
    [null, [sam, ana], false],
  ] as const)("a quote with %s children and a list", (children, list, expected) => {
    const family = roster("IF", [...list], "yes");
    expect(expectsMore({ ...family, rules: { ...family.rules, children } })).toBe(expected);
  });

  it("not where the tier has no family", () => {
    expect(expectsMore(roster("IS", [sam]))).toBe(false);
  });
});

describe("countMissing", () => {
  const fields = [
    partOf<FieldDef>({ field_name: "first_name", required: true }),
    partOf<FieldDef>({ field_name: "middle_name", required: false }),
    partOf<FieldDef>({ field_name: "health_info.condition_questions.1.yes_no_flag", required: true }),
    partOf<FieldDef>({
      field_name: "health_info.condition_questions.1.conditions.0.condition",
      required: true,
      show_if: { field: "health_info.condition_questions.1.yes_no_flag", eq: "1" },
    }),
  ];

  it.each([
    [{}, 1],
    [{ "health_info.condition_questions.1.yes_no_flag": "0" }, 0],
    [{ "health_info.condition_questions.1.yes_no_flag": "1" }, 1],
  ])("with the answers %o", (health_values, expected) => {
    expect(countMissing(fields, { ...ana, health_values })).toBe(expected);
  });
});

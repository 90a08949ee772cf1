import { describe, expect, it } from "vitest";
import type { Dependent } from "../api";
import {
  asksSpouse,
  fitting,
  hindrance,
  type Roster,
  type SpouseChoice,
  statusOf,
  withChoice,
  without,
} from "./dependents";

const person = (dependent_id: string, relationship: "spouse" | "child"): Dependent => ({
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
  dependents: Dependent[],
  choice: SpouseChoice = "",
  premier = false,
): Roster => ({
  dependents,
  choice,
  rules: { tier, premier },
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

  it("keeps a removed spouse aside and brings it back to the front", () => {
    const off = withChoice(roster("IF", [sam, ana], "yes"), "no", null);
    expect(off.roster.dependents).toEqual([ana]);
    expect(off.aside).toBe(sam);
    const on = withChoice(off.roster, "yes", off.aside);
    expect(on.roster.dependents).toEqual([sam, ana]);
    expect(on.aside).toBeNull();
  });

  it("asks again once the family list is empty", () => {
    expect(asksSpouse(without(roster("IF", [sam], "yes"), "sam"))).toBe(true);
    expect(without(roster("IF", [sam, ana], "yes"), "sam").choice).toBe("yes");
  });
});

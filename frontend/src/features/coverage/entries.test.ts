import { describe, expect, it } from "vitest";
import { groupChanges } from "./entries";
import type { CoverageChange } from "./reads";

const change = (id: string, order_id: string, title: string): CoverageChange => ({
  id,
  order_id,
  policy_number: `P-${id}`,
  plan: "Dental",
  kind: "add_person",
  title,
  effective: "03/02/2027",
  recorded: "03/17/2027",
  by: "Member",
  before: "37.51",
  after: "71.21",
  may_withdraw: false,
  withdrawn_on: "",
});

describe("groupChanges", () => {
  it("puts what was made together and reads alike into one entry, in the order in which it came", () => {
    const entries = groupChanges([
      change("1", "b", "Mateo joined"),
      change("2", "b", "Mateo joined"),
      change("3", "a", "Coverage began"),
    ]);
    expect(entries.map((entry) => [entry.title, entry.changes.map((row) => row.id)])).toEqual([
      ["Mateo joined", ["1", "2"]],
      ["Coverage began", ["3"]],
    ]);
  });

  it("keeps apart what reads differently or was made at another time", () => {
    const entries = groupChanges([
      change("1", "b", "Mateo joined"),
      change("2", "b", "Mateo joined, another plan"),
      change("3", "a", "Mateo joined"),
    ]);
    expect(entries.map((entry) => entry.changes.length)).toEqual([1, 1, 1]);
  });
});

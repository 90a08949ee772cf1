import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import type { MemberCoverage } from "@/client";
import { InForce } from "./InForce";
import type { PolicySummary } from "./reads";

type Covered = PolicySummary["people"][number];

const DAY = "03/17/2027";
const covered = (id: string, since: string, until = ""): Covered => ({
  id,
  name: `${id} Santos`,
  first_name: id,
  role: id === "Maria" ? "subscriber" : "child",
  birth_date: "03/14/1986",
  since,
  until,
  first_ever: "",
  earlier: [],
});

function policy(plan: string, people: Covered[], more: Partial<PolicySummary> = {}): PolicySummary {
  return {
    number: `P-${plan}`,
    plan_id: 1,
    plan,
    category: "dental",
    carrier: "Halden",
    logo: "",
    state: "active",
    state_text: "In force",
    starts_on: "01/01/2026",
    ends_on: "",
    chain: [],
    monthly: "37.51",
    amount: "",
    has_riders: false,
    tier_text: "Member + Spouse",
    people,
    joins_later: [],
    documents: [],
    ...more,
  };
}

function show(names: string[], policies: PolicySummary[], month: MemberCoverage["month"] = null) {
  const people = names.map((id) => ({ ...covered(id, DAY), age: 30 }));
  const coverage: MemberCoverage = {
    member_id: 1,
    name: "Maria Santos",
    first_name: "Maria",
    day: DAY,
    people,
    policies,
    month,
    designations: [],
    changes: [],
    changes_pages: 1,
    held: [],
  };
  render(
    <I18nProvider i18n={i18n}>
      <MemoryRouter>
        <InForce coverage={coverage} />
      </MemoryRouter>
    </I18nProvider>,
  );
}

const cells = (plan: string) =>
  within(screen.getByRole("row", { name: new RegExp(plan) }))
    .getAllByRole("cell")
    .map((cell) => cell.textContent);

test("each person's place in a plan is said in words: since when, from when on, until when, or not at all", () => {
  show(
    ["Maria", "Daniel", "Mateo"],
    [
      policy("Dental", [covered("Maria", "01/01/2026"), covered("Daniel", "07/01/2026", "03/31/2027")], {
        joins_later: [covered("Mateo", "04/01/2027")],
      }),
      policy("Life", [covered("Maria", "01/01/2026")], { amount: "100000.00", monthly: "" }),
    ],
  );
  expect(screen.getAllByRole("columnheader").map((head) => head.textContent)).toEqual([
    "Plan",
    "Maria",
    "Daniel",
    "Mateo",
    "A month",
  ]);
  expect(cells("Dental")).toEqual([
    "since 01/01/2026",
    "since 07/01/2026until 03/31/2027",
    "from 04/01/2027",
    "$37.51",
  ]);
  expect(cells("Life")).toEqual(["since 01/01/2026", "Not part of this plan", "Not part of this plan", "–"]);
  expect(screen.getByText("$100,000 of insurance")).toBeTruthy();
});

test("fees stand below the plans, and a month is added up with them", () => {
  const fee = { policy_number: "P-Dental", starts_on: "12/01/2026", ends_on: "" };
  show(["Maria"], [policy("Dental", [covered("Maria", "12/01/2026")])], {
    day: "12/01/2026",
    fees: [
      {
        ...fee,
        name: "Association membership",
        note: "The same however many plans",
        amount: "5.00",
        once: false,
        payer: "member",
      },
      { ...fee, name: "Enrollment fee: Dental", note: "Once", amount: "15.00", once: true, payer: "member" },
    ],
    total: "42.51",
    first: "57.51",
  });
  const terms = screen.getAllByRole("term").map((term) => term.textContent);
  const amounts = screen.getAllByRole("definition").map((amount) => amount.textContent);
  expect(terms.map((term, at) => [term, amounts[at]])).toEqual([
    ["Association membershipThe same however many plans", "$5.00"],
    ["Enrollment fee: DentalOnce", "$15.00"],
    ["Total a monthFrom 12/01/2026", "$42.51"],
    ["First month", "$57.51"],
  ]);
});

test("a plan that has yet to begin covers nobody yet", () => {
  show(
    ["Maria"],
    [
      policy("Vision", [covered("Maria", "04/01/2027")], {
        state: "accepted",
        state_text: "Starts on 04/01/2027",
        starts_on: "04/01/2027",
      }),
    ],
  );
  expect(cells("Vision")).toEqual(["from 04/01/2027", "$37.51"]);
  expect(screen.getByText("Starts on 04/01/2027")).toBeTruthy();
});

test("somebody who came back is shown since the return, with the days before", () => {
  const mateo = {
    ...covered("Mateo", "03/01/2027"),
    first_ever: "01/20/2025",
    earlier: [
      { since: "01/20/2025", until: "05/31/2025" },
      { since: "01/20/2026", until: "12/31/2026" },
    ],
  };
  show(["Maria", "Mateo"], [policy("Dental", [covered("Maria", "01/01/2025"), mateo])]);
  expect(cells("Dental")).toEqual([
    "since 01/01/2025",
    "since 03/01/2027First covered on 01/20/2025Covered before: 01/20/2026 to 12/31/2026Covered before: 01/20/2025 to 05/31/2025",
    "$37.51",
  ]);
});

test("more than three people stand in one column", () => {
  const names = ["Maria", "Daniel", "Mateo", "Iris"];
  show(names, [
    policy(
      "Dental",
      names.slice(0, 3).map((name) => covered(name, "01/01/2026")),
    ),
  ]);
  expect(screen.getAllByRole("columnheader")).toHaveLength(3);
  expect(screen.getAllByRole("listitem").map((row) => row.textContent)).toEqual([
    "Maria since 01/01/2026",
    "Daniel since 01/01/2026",
    "Mateo since 01/01/2026",
    "Iris Not part of this plan",
  ]);
});

test("plans that are over stand folded, open only where nothing else is there", () => {
  const over = policy("Old Vision", [], { state: "ended", ends_on: "12/31/2025", starts_on: "01/01/2024" });
  show([], [over, { ...over, number: "P-2", plan: "Old Dental" }]);
  const fold = screen.getByText("Ended: 2 plans").closest("details");
  expect(fold?.open).toBe(true);
  expect(fold?.textContent).toContain("01/01/2024 to 12/31/2025");
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("What you had");
});

import { expect, test } from "vitest";
import type { ReviewCard } from "@/client";
import { partsOf } from "./content";

const card = (tab_name: string, value: string): ReviewCard => ({
  tab_name,
  title: tab_name,
  status: "done",
  href: "",
  changes: [],
  rows: [{ label: "Row", value }],
  details: [{ title: "", rows: [{ label: "Detail", value }] }],
});
const CARDS = [
  card("contact_info", "88 Lindenhall Ave"),
  card("primary_health_info", "Asthma"),
  card("dependent_info", "Ana"),
  card("billing_info", "Ending 7710"),
];

test("a step's picture shows its summary in full", () => {
  expect(partsOf("contact_info", CARDS)).toEqual([
    { title: "contact_info", rows: [{ label: "Detail", value: "88 Lindenhall Ave" }] },
  ]);
});

test("answers about health are covered, of dependents only who they are is shown", () => {
  expect(JSON.stringify(partsOf("primary_health_info", CARDS))).not.toContain("Asthma");
  expect(partsOf("dependent_info", CARDS)).toEqual([
    { title: "dependent_info", rows: [{ label: "Row", value: "Ana" }] },
  ]);
});

test("there is never a picture of how it is paid", () => {
  expect(partsOf("billing_info", CARDS)).toEqual([]);
  const review = JSON.stringify(partsOf("review_info", CARDS));
  expect(review).not.toContain("7710");
  expect(review).not.toContain("Asthma");
  expect(review).toContain("88 Lindenhall Ave");
});

import { describe, expect, it } from "vitest";
import { partOf } from "@/testing/partOf";
import type { Tab, Wizard } from "../types";
import { afterSave, positionOf, reopenedBy, resolveStep, returning, segmentOf, stepsOf } from "./steps";

const tab = (tab_name: string, order: number, status: Tab["status"], href: string, required = true): Tab =>
  partOf<Tab>({
    tab_name,
    order,
    status,
    href: `/enrollment/${href}`,
    required,
    title: tab_name,
    form_href: "",
    save_href: "",
    column: tab_name,
    picture_name: "",
    clients_alone: ["billing_info", "agreement_info", "review_info"].includes(tab_name),
  });

const wizard = (over: Partial<Wizard> = {}): Wizard =>
  partOf<Wizard>({
    result: [
      tab("review_info", 9, "locked", "review-confirm"),
      tab("primary_info", 1, "done", "personal-info"),
      tab("employer_info", 3, "todo", "employer-info", false),
      tab("contact_info", 2, "started", "contact-info"),
      tab("billing_info", 6, "locked", "billing-information"),
    ],
    resume: { tab_name: "contact_info", href: "/enrollment/contact-info" },
    state: "draft",
    version: 3,
    ...over,
  });

describe("steps", () => {
  it("keeps the server's order and only what is required", () => {
    expect(stepsOf(wizard()).map((step) => step.tab_name)).toEqual([
      "primary_info",
      "contact_info",
      "billing_info",
      "review_info",
    ]);
  });

  it("counts positions over required steps", () => {
    const position = positionOf(wizard(), "contact_info");
    expect([position.number, position.total]).toEqual([2, 4]);
    expect(position.previous?.tab_name).toBe("primary_info");
    expect(position.next?.tab_name).toBe("billing_info");
  });

  it("reads the step from an address", () => {
    expect(segmentOf("/enrollment/contact-info?return=review")).toBe("contact-info");
  });
});

describe("resolveStep", () => {
  it("opens an open step", () => {
    expect(resolveStep(wizard(), "personal-info")).toMatchObject({
      kind: "step",
      tab: { tab_name: "primary_info" },
    });
  });

  it("sends unknown and not required steps to the resume target", () => {
    const resume = { kind: "redirect", href: "/enrollment/contact-info", reason: "unknown" };
    expect(resolveStep(wizard(), "nowhere")).toEqual(resume);
    expect(resolveStep(wizard(), "employer-info")).toEqual(resume);
  });

  it("sends locked steps to the resume target, but never in a circle", () => {
    expect(resolveStep(wizard(), "billing-information")).toMatchObject({
      kind: "redirect",
      reason: "locked",
    });
    const stuck = wizard({ resume: { tab_name: "billing_info", href: "/enrollment/billing-information" } });
    expect(resolveStep(stuck, "billing-information").kind).toBe("step");
  });

  it("knows a submitted application", () => {
    expect(resolveStep(wizard({ state: "submitted" }), "personal-info")).toEqual({ kind: "submitted" });
  });
});

describe("afterSave", () => {
  it("goes to the next required step", () => {
    expect(afterSave(wizard(), "contact_info", null)).toBe("/enrollment/billing-information");
    expect(afterSave(wizard(), "review_info", null)).toBeNull();
  });

  it("returns to the review once nothing else is open", () => {
    const done = wizard();
    for (const step of done.result) step.status = step.tab_name === "review_info" ? "todo" : "done";
    expect(afterSave(done, "contact_info", "review")).toBe("/enrollment/review-confirm");
  });

  it("returns to the review with what the edit has opened, which is told there", () => {
    const edited = wizard();
    for (const step of edited.result) step.status = step.tab_name === "contact_info" ? "error" : "done";
    expect(afterSave(edited, "primary_info", "review")).toBe("/enrollment/review-confirm");
  });

  it("asks for what was never answered before the review can be opened", () => {
    expect(afterSave(wizard(), "primary_info", "review")).toBe("/enrollment/contact-info?return=review");
  });

  it("returns a client to the check, before signing and paying", () => {
    expect(afterSave(wizard(), "primary_info", "check")).toBe("/enrollment/contact-info?return=check");
    expect(afterSave(wizard(), "contact_info", "check")).toBe("/enrollment/check");
  });
});

it("keeps where an edit comes back to on the way back", () => {
  expect(returning("/enrollment/contact-info", "review")).toBe("/enrollment/contact-info?return=review");
  expect(returning("/enrollment/contact-info", null)).toBe("/enrollment/contact-info");
});

it("names a step that an edit has taken back", () => {
  const signed = wizard();
  for (const step of signed.result) step.status = "done";
  expect(reopenedBy(signed, wizard(), "/enrollment/contact-info?return=review")?.tab_name).toBe(
    "contact_info",
  );
  expect(reopenedBy(signed, signed, "/enrollment/contact-info")).toBeNull();
  expect(reopenedBy(wizard(), wizard(), "/enrollment/contact-info")).toBeNull();
});

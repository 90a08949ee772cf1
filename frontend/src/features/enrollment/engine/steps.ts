import { CHECK_PATH } from "../hand-over/check";
import type { Tab, Wizard } from "../types";

/** The steps of this application in order; the only source of "Step n of m". */
export function stepsOf(wizard: Wizard): Tab[] {
  return wizard.result.filter((tab) => tab.required).sort((a, b) => a.order - b.order);
}

/** "/enrollment/contact-info" -> "contact-info" */
export const segmentOf = (href: string): string =>
  href.split(/[?#]/)[0]?.split("/").filter(Boolean).at(-1) ?? "";

export const isSubmitted = (wizard: Wizard): boolean => !["draft", ""].includes(wizard.state);

export type Target =
  | { kind: "step"; tab: Tab }
  | { kind: "submitted" }
  | { kind: "redirect"; href: string; reason: "unknown" | "locked" };

/** Return the page of an address. A wrong one leads where the visitor left off, never to the start. */
export function resolveStep(wizard: Wizard, segment: string): Target {
  if (isSubmitted(wizard)) return { kind: "submitted" };
  const tab = stepsOf(wizard).find((step) => segmentOf(step.href) === segment);
  if (!tab) return { kind: "redirect", href: wizard.resume.href, reason: "unknown" };
  const isResume = segmentOf(wizard.resume.href) === segment;
  if (tab.status === "locked" && !isResume) {
    return { kind: "redirect", href: wizard.resume.href, reason: "locked" };
  }
  return { kind: "step", tab };
}

export function tabOf(wizard: Wizard, name: string): Tab {
  const tab = wizard.result.find((step) => step.tab_name === name);
  if (!tab) throw new Error(`No step ${name}`);
  return tab;
}

export interface Position {
  number: number;
  total: number;
  previous: Tab | null;
  next: Tab | null;
}

export function positionOf(wizard: Wizard, tabName: string): Position {
  const steps = stepsOf(wizard);
  const index = steps.findIndex((step) => step.tab_name === tabName);
  return {
    number: index + 1,
    total: steps.length,
    previous: steps[index - 1] ?? null,
    next: steps[index + 1] ?? null,
  };
}

const REVIEW = "review_info";
const isOpen = (tab: Tab) => tab.status !== "done";

/** The page an edit was begun on and comes back to: the review, or the client's check of what was filled in. */
export type From = "review" | "check" | null;

export const fromOf = (search: URLSearchParams): From => {
  const from = search.get("return");
  return from === "review" || from === "check" ? from : null;
};

/** A step's address that remembers where the edit comes back to. */
export const returning = (href: string, from: From): string => (from ? `${href}?return=${from}` : href);

/**
 * Where a saved step leads, from the steps as they are after the save. From the review or the check an edit comes
 * straight back. What it opened is told on the review; before the check, and where the review can't be opened, it is
 * asked first.
 */
export function afterSave(wizard: Wizard, tabName: string, from: From): string | null {
  const { next } = positionOf(wizard, tabName);
  if (!from) return next?.href ?? null;
  const steps = stepsOf(wizard);
  const review = steps.find((step) => step.tab_name === REVIEW);
  if (from === "review" && review && review.status !== "locked") return review.href;
  const later = (step: Tab) => (from === "check" ? step.clients_alone : step.tab_name === REVIEW);
  const unfinished = steps.find((step) => isOpen(step) && !later(step) && step.tab_name !== tabName);
  if (unfinished) return returning(unfinished.href, from);
  if (from === "check") return CHECK_PATH;
  return review?.href ?? next?.href ?? null;
}

/** The step at `href`, when it was done before a save and is not any more: the visitor is told why it comes back. */
export function reopenedBy(before: Wizard, after: Wizard, href: string): Tab | null {
  const segment = segmentOf(href);
  const at = (wizard: Wizard) => stepsOf(wizard).find((step) => segmentOf(step.href) === segment);
  const nextStep = at(after);
  return nextStep && isOpen(nextStep) && at(before)?.status === "done" ? nextStep : null;
}

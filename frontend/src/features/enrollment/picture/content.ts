import type { ReviewCard, Row } from "@/client";

const HEALTH = "primary_health_info";
const REVIEW = "review_info";
const BILLING = "billing_info";
const COVERED = "••••";

export interface Part {
  title: string;
  rows: Row[];
}

const part = (title: string, rows: Row[], covered: boolean): Part => ({
  title,
  rows: rows.map(({ label, value }) => ({ label, value: covered ? COVERED : value })),
});

/**
 * What a picture of a step shows: its read-only summary, numbers masked by the server, answers about health covered
 * here. The picture of the review shows every card but how it is paid.
 */
export function partsOf(tab: string, cards: ReviewCard[]): Part[] {
  const visibleCards = cards.filter((card) =>
    tab === REVIEW ? card.tab_name !== BILLING : card.tab_name === tab && tab !== BILLING,
  );
  return visibleCards.flatMap((card) => {
    const covered = card.tab_name === HEALTH;
    // Details of dependents hold answers about their health.
    const details = tab === REVIEW || card.tab_name === "dependent_info" ? [] : card.details;
    const parts = details.map((block) => part(block.title || card.title, block.rows, covered));
    return parts.length ? parts : [part(card.title, card.rows, covered)];
  });
}

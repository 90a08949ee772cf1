/**
 * What a member has typed of a life event and not sent: for this window, this member and this day. Social security
 * numbers are never part of it.
 */
const KEY = "change_draft";

export interface KeptDraft<T> {
  owner: number;
  /** mm/dd/yyyy: tomorrow other days are allowed, and nobody remembers what was begun. */
  day: string;
  content: T;
}

/** The text that was kept, for whom and for when it was; null for anybody else and any other day. */
export function parseDraft<T>(text: string | null, owner: number, day: string): T | null {
  try {
    const saved: KeptDraft<T> | null = JSON.parse(text ?? "null");
    return saved?.owner === owner && saved.day === day ? saved.content : null;
  } catch {
    return null;
  }
}

/** What was kept; somebody else's is dropped. */
export function readDraft<T>(owner: number, day: string): T | null {
  try {
    const content = parseDraft<T>(sessionStorage.getItem(KEY), owner, day);
    if (content === null) dropDraft();
    return content;
  } catch {
    return null;
  }
}

export function writeDraft<T>(draft: KeptDraft<T>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // A browser without storage keeps it for as long as the page is open.
  }
}

export function dropDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

import { getItem, setItem, useStored } from "../storage";

/** More would not fit side by side. */
export const MOST_COMPARED = 4;

/** Plan ids that an address names, each once. */
export function namedIds(text: string | null): number[] {
  const ids = (text ?? "").split(",").map(Number);
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id > 0))];
}

/** As many of them as can be compared. */
export const planIds = (text: string | null): number[] => namedIds(text).slice(0, MOST_COMPARED);

export const comparePath = (ids: number[]): string => `/compare?plans=${ids.join(",")}`;

/** The browser keeps the ids alone: what they cost is asked again each time. */
export const keepCompared = (ids: number[]): void => setItem("compare", ids.join(","));

/** Notes that these plans were looked at side by side: the bar that leads there can be small. */
export const noteSeen = (ids: number[]): void => setItem("compareSeen", ids.join(","));
export const wasSeen = (ids: number[]): boolean => getItem("compareSeen") === ids.join(",");

/** The plans chosen to be compared, in the order of choosing. */
export function useCompared() {
  const ids = planIds(useStored("compare"));
  return { ids, full: ids.length >= MOST_COMPARED };
}

export type Compared = ReturnType<typeof useCompared>;

/** Adds or removes a plan; answers how many there are then, or null when there is no room. */
export function toggleCompared(id: number): number | null {
  const now = planIds(getItem("compare"));
  if (!now.includes(id) && now.length >= MOST_COMPARED) return null;
  const next = now.includes(id) ? now.filter((other) => other !== id) : [...now, id];
  keepCompared(next);
  return next.length;
}

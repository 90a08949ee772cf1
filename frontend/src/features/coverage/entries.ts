import type { CoverageChange } from "./reads";

/** Group changes that were made together and read alike into entries with their policies. */
export interface Entry {
  key: string;
  title: string;
  recorded: string;
  by: string;
  changes: CoverageChange[];
}

/** Changes of one order under one title are one entry; entries keep the order of their first change. */
export function groupChanges(changes: CoverageChange[]): Entry[] {
  const entries = new Map<string, Entry>();
  for (const change of changes) {
    const key = `${change.order_id} ${change.title}`;
    const entry = entries.get(key);
    if (entry) entry.changes.push(change);
    else
      entries.set(key, {
        key,
        title: change.title,
        recorded: change.recorded,
        by: change.by,
        changes: [change],
      });
  }
  return [...entries.values()];
}

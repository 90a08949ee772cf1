/** Which cell of a row is the best one, and what a plan is called where there is little room. Pure. */

export type Want = "low" | "high";

/** The place of the one best value. None where fewer than two are known, or where the first place is shared. */
export function placeOfBest(values: (number | null)[], want: Want | undefined): number | null {
  const known = values.filter((value) => value !== null);
  if (!want || known.length < 2) return null;
  const best = want === "low" ? Math.min(...known) : Math.max(...known);
  return known.filter((value) => value === best).length === 1 ? values.indexOf(best) : null;
}

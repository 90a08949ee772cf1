import type { Signature } from "@/client";

/** Ticks by the id of their text: the time each was made, "" for those that were kept from the last signature. */
export type Ticks = Record<string, string>;

/** A draft keeps each tick with the time it was made: "id@time,id@time". */
export const draftOfTicks = (ticks: Ticks): string =>
  Object.entries(ticks)
    .filter(([, at]) => at)
    .map(([id, at]) => `${id}@${at}`)
    .join(",");

/** A tick without its time is asked again. */
export function ticksOf(draft: string): Ticks {
  const pairs = draft.split(",").map((part) => part.split("@"));
  return Object.fromEntries(pairs.flatMap(([id, at]) => (id && at ? [[id, at]] : [])));
}

/** Return the texts that the same person accepted before and that still read the same. */
export const keptTicks = (signature: Signature | undefined): Ticks =>
  Object.fromEntries(
    (signature?.texts ?? []).flatMap((text) => (text.accepted_at ? [[text.text_id, ""]] : [])),
  );

/** Return the ticks as they are sent: all of them, with times of those made now. */
export const sentTicks = (ticks: Ticks) => ({
  accepted: Object.keys(ticks),
  accepted_at: Object.fromEntries(Object.entries(ticks).filter(([, at]) => at)),
});

export const tickId = (textId: string): string => `accepted-${textId}`;

import type { Answers, FieldDef } from "../types";

/**
 * What was typed and could not be sent before its page was left: the sign-in or the connection was gone. In memory
 * only and never a secret answer; the same place of the same application is given it back.
 */
const unsent = new Map<string, Answers>();

/** `item`: whose panel it was, in a step that is a list. */
export const placeOf = (enrollmentId: string, tab: string, item = ""): string =>
  [enrollmentId, tab, item].join(" ");

export function keepUnsent(place: string, values: Answers): void {
  if (Object.keys(values).length) unsent.set(place, { ...unsent.get(place), ...values });
}

/** When a place's last draft was stored: the call may end after its form has gone, and the next form says so. */
const savedAt = new Map<string, string>();

export function noteSaved(place: string, at: string): void {
  unsent.delete(place);
  savedAt.set(place, at);
}

export const lastSavedAt = (place: string): string | null => savedAt.get(place) ?? null;

/** The step itself was saved, or nothing that was typed is wanted. */
export function forgetDraft(place: string): void {
  unsent.delete(place);
  savedAt.delete(place);
}

export const unsentNames = (place: string): string[] => Object.keys(unsent.get(place) ?? {});

/** The fields with what was left behind as their values. */
export function withUnsent(place: string, fields: FieldDef[]): FieldDef[] {
  const values = unsent.get(place);
  if (!values) return fields;
  return fields.map((field) =>
    field.field_name in values ? { ...field, value: values[field.field_name] } : field,
  );
}

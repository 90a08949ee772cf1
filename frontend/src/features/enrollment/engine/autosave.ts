import type { Answers } from "../types";

/** The state of the silent draft beside the form. It never decides what the form shows, only what is still to send. */
export type AutosaveStatus = "idle" | "dirty" | "saving" | "saved" | "offline" | "conflict" | "denied";

export interface AutosaveState {
  status: AutosaveStatus;
  version: number;
  /** Fields changed since they were last sent. */
  dirty: string[];
  /** Fields of the save under way. */
  sending: string[];
  savedAt: string | null;
  conflict: Answers | null;
}

export type AutosaveEvent =
  | { type: "edit"; field: string }
  | { type: "send" }
  | { type: "saved"; version: number; at: string | null }
  | { type: "failed" }
  | { type: "denied" }
  | { type: "conflict"; version: number; values: Answers }
  | { type: "resolved"; mine: string[] }
  | { type: "reset"; version: number };

export const initialAutosave = (version: number): AutosaveState => ({
  status: "idle",
  version,
  dirty: [],
  sending: [],
  savedAt: null,
  conflict: null,
});

const union = (a: string[], b: string[]): string[] => [...new Set([...a, ...b])];

/** Another edit during a save only marks the form dirty again; a failed save puts its fields back in the queue. */
export function autosave(state: AutosaveState, event: AutosaveEvent): AutosaveState {
  switch (event.type) {
    case "edit": {
      const dirty = union(state.dirty, [event.field]);
      const keep = state.status === "saving" || state.status === "conflict" || state.status === "offline";
      return { ...state, dirty, status: keep ? state.status : "dirty" };
    }
    case "send":
      if (state.status === "saving" || state.status === "conflict" || !state.dirty.length) return state;
      return { ...state, status: "saving", sending: state.dirty, dirty: [] };
    case "saved":
      return {
        ...state,
        status: state.dirty.length ? "dirty" : "saved",
        version: event.version,
        sending: [],
        savedAt: event.at ?? state.savedAt,
      };
    case "failed":
      return { ...state, status: "offline", dirty: union(state.sending, state.dirty), sending: [] };
    case "denied":
      return { ...state, status: "denied", dirty: union(state.sending, state.dirty), sending: [] };
    case "conflict":
      return {
        ...state,
        status: "conflict",
        version: event.version,
        dirty: union(state.sending, state.dirty),
        sending: [],
        conflict: event.values,
      };
    case "resolved": {
      const accepted = Object.keys(state.conflict ?? {}).filter((name) => !event.mine.includes(name));
      const keptNames = state.dirty.filter((name) => !accepted.includes(name));
      const dirty = union(keptNames, event.mine);
      return { ...state, status: dirty.length ? "dirty" : "saved", dirty, conflict: null };
    }
    case "reset":
      return { ...initialAutosave(event.version), savedAt: state.savedAt };
  }
}

/** Another edit may wait; a draft that failed or was never sent must not be lost when the page closes. */
export const hasUnsaved = (state: AutosaveState): boolean =>
  state.dirty.length > 0 || state.sending.length > 0;

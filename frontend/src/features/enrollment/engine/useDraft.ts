import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useCallback, useEffect, useRef, useState } from "react";
import { announce } from "@/lib/announce";
import { ApiError, wasSubmitted } from "@/lib/api";
import { beforeTimeOut } from "@/lib/idle";
import { draftsSettled, wizardApi } from "../api";
import type { Answers, FieldDef } from "../types";
import { type AutosaveEvent, type AutosaveState, autosave, hasUnsaved, initialAutosave } from "./autosave";
import { conflictOf, differing } from "./conflict";
import { forgetUndrafted, noteUndrafted } from "./undrafted";
import { forgetDraft, keepUnsent, lastSavedAt, noteSaved, unsentNames } from "./unsent";
import { draftOf, neverDrafted } from "./values";

const IDLE_MS = 1000;
const RETRY_MS = 8000;
const ANNOUNCE_EVERY_MS = 60_000;

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

interface DraftOptions {
  enrollmentId: string;
  tab: string;
  /** Where what can't be sent is left behind. */
  place: string;
  fields: FieldDef[];
  version: number;
  /** Nothing is kept while it is typed. */
  off: boolean;
  read: () => Answers;
  /** Takes what another window changed where nothing was typed here; answers the rest, which only a person can decide. */
  merge: (others: Answers) => Answers;
  /** Something was stored. */
  onSaved?: () => void;
  onSubmitted: () => void;
}

export interface Draft {
  state: AutosaveState;
  /** The version the next save builds on. */
  version: () => number;
  edited: (name: string) => void;
  flush: (keepalive?: boolean) => Promise<void>;
  /** Sends what is typed after what is under way, too: the page is about to be left. */
  flushAll: () => Promise<void>;
  /** Nothing is sent from now on, and nothing is under way: a draft must not overtake the save that replaces it. */
  hold: () => Promise<void>;
  /** The save is over; what it has not taken is sent after it. */
  release: () => void;
  /** What was typed is not wanted: neither here nor in the stored draft. */
  discard: () => Promise<void>;
  /** The step itself was saved: nothing is left to send. */
  settled: (version: number) => void;
  conflict: (version: number, values: Answers) => void;
  /** Somebody else's answers wait for the visitor's choice: nothing may be sent over them. */
  undecided: () => boolean;
  resolve: (mine: string[]) => void;
}

/** What was left behind is sent again; what a form before this one stored is said to be saved. */
function startOf({ place, version, off }: DraftOptions): AutosaveState {
  const dirty = off ? [] : unsentNames(place);
  const status = dirty.length ? "dirty" : "idle";
  return { ...initialAutosave(version), dirty, status, savedAt: lastSavedAt(place) };
}

/**
 * Silent autosave of a step: one save at a time, a second after the last key, on blur, and when the page is hidden
 * or left. It never blocks a step and never carries secret answers.
 */
export function useDraft(options: DraftOptions): Draft {
  const [state, setState] = useState(() => startOf(options));
  const box = useRef(state);
  const latest = useRef(options);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const announcedAt = useRef(0);
  const isHeld = useRef(false);
  const mounted = useRef(true);
  const editedAt = useRef(0);
  useEffect(() => {
    latest.current = options;
  });
  /** What is left when the form goes is kept for the next one: nothing is sent from here any more. */
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  const later = useCallback((run: () => void, ms: number) => {
    clearTimeout(timer.current);
    if (mounted.current) timer.current = setTimeout(run, ms);
  }, []);

  const dispatch = useCallback((event: AutosaveEvent) => {
    box.current = autosave(box.current, event);
    setState(box.current);
  }, []);

  /** A question may not come between two keys. */
  const calm = useCallback(async () => {
    while (Date.now() - editedAt.current < IDLE_MS) await pause(IDLE_MS / 5);
  }, []);

  const flush = useCallback(
    async (keepalive = false): Promise<void> => {
      clearTimeout(timer.current);
      const { enrollmentId, tab, place, fields, off, read, merge, onSubmitted } = latest.current;
      if (off || isHeld.current) return;
      const before = box.current;
      dispatch({ type: "send" });
      if (box.current === before) return;
      const typed = draftOf(fields, read(), box.current.sending);
      try {
        const saved = await wizardApi.saveDraft(enrollmentId, tab, box.current.version, typed, keepalive);
        const at = saved.saved_at ?? new Date().toISOString();
        const conflict = merge(differing(saved.others, read()));
        if (Object.keys(conflict).length) await calm();
        const values = differing(conflict, read());
        dispatch({ type: "saved", version: saved.version, at });
        noteSaved(place, at);
        latest.current.onSaved?.();
        if (Object.keys(values).length) dispatch({ type: "conflict", version: saved.version, values });
        if (Date.now() - announcedAt.current > ANNOUNCE_EVERY_MS) {
          announcedAt.current = Date.now();
          announce(i18n._(msg`Your answers are saved.`));
        }
      } catch (error) {
        if (wasSubmitted(error)) {
          dispatch({ type: "reset", version: box.current.version });
          return onSubmitted();
        }
        if (conflictOf(error, read())) await calm();
        const conflict = conflictOf(error, read());
        if (conflict) {
          const values = { ...conflict.values, ...merge(conflict.others) };
          dispatch({ type: "conflict", version: conflict.version, values });
          if (Object.keys(values).length) announce(i18n._(msg`Someone else changed answers on this step.`));
          else dispatch({ type: "resolved", mine: box.current.dirty });
        } else if (error instanceof ApiError && [401, 403, 404, 410].includes(error.status)) {
          dispatch({ type: "denied" });
        } else {
          dispatch({ type: "failed" });
          announce(i18n._(msg`Your last changes are not saved yet. We keep trying.`));
        }
      }
      if (["denied", "offline"].includes(box.current.status)) {
        keepUnsent(place, draftOf(fields, read(), box.current.dirty));
      }
      if (box.current.status === "dirty") later(() => void flush(), IDLE_MS);
      if (box.current.status === "offline") later(() => void flush(), RETRY_MS);
    },
    [dispatch, calm, later],
  );

  const edited = useCallback(
    (name: string) => {
      const field = latest.current.fields.find((entry) => entry.field_name === name);
      if (!field || latest.current.off) return;
      if (neverDrafted(field)) {
        const { place, read } = latest.current;
        return noteUndrafted(place, name, Boolean(read()[name]));
      }
      dispatch({ type: "edit", field: name });
      editedAt.current = Date.now();
      later(() => void flush(), IDLE_MS);
    },
    [dispatch, flush, later],
  );

  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === "hidden") void flush(true);
    };
    const onOnline = () => void flush();
    const onLeave = (event: BeforeUnloadEvent) => {
      if (box.current.status === "offline" && hasUnsaved(box.current)) event.preventDefault();
    };
    document.addEventListener("visibilitychange", onHidden);
    window.addEventListener("online", onOnline);
    window.addEventListener("beforeunload", onLeave);
    const forgetSaver = beforeTimeOut(() => flush());
    if (hasUnsaved(box.current)) void flush();
    return () => {
      forgetSaver();
      document.removeEventListener("visibilitychange", onHidden);
      window.removeEventListener("online", onOnline);
      window.removeEventListener("beforeunload", onLeave);
      void flush(true);
    };
  }, [flush]);

  const saved = useCallback(async () => {
    while (box.current.status === "saving") await pause(IDLE_MS / 20);
  }, []);
  const flushAll = useCallback(async () => {
    await saved();
    await flush();
  }, [saved, flush]);

  const release = useCallback(() => {
    isHeld.current = false;
    clearTimeout(timer.current);
    if (hasUnsaved(box.current)) later(() => void flush(), IDLE_MS);
  }, [flush, later]);
  const hold = useCallback(async () => {
    isHeld.current = true;
    clearTimeout(timer.current);
    await draftsSettled();
    // What comes back of a draft may be a question that only a person can decide.
    await saved();
  }, [saved]);

  return {
    state,
    hold,
    release,
    discard: useCallback(async () => {
      await hold();
      const { enrollmentId, tab, place, fields, off } = latest.current;
      forgetDraft(place);
      forgetUndrafted(place);
      const version = box.current.version;
      dispatch({ type: "reset", version });
      if (off) return;
      const empty = Object.fromEntries(fields.map((field) => [field.field_name, ""]));
      const values = draftOf(fields, empty, Object.keys(empty));
      // Failing costs nothing: the form opens with what was typed, as after a reload.
      await wizardApi.saveDraft(enrollmentId, tab, version, values, true).catch(() => undefined);
    }, [dispatch, hold]),
    version: useCallback(() => box.current.version, []),
    edited,
    flush,
    flushAll,
    settled: useCallback(
      (version: number) => {
        clearTimeout(timer.current);
        forgetUndrafted(latest.current.place);
        dispatch({ type: "reset", version });
      },
      [dispatch],
    ),
    conflict: useCallback(
      (version: number, values: Answers) => dispatch({ type: "conflict", version, values }),
      [dispatch],
    ),
    undecided: useCallback(() => box.current.conflict !== null, []),
    resolve: useCallback(
      (mine: string[]) => {
        dispatch({ type: "resolved", mine });
        void flush();
      },
      [dispatch, flush],
    ),
  };
}

import { useCallback, useEffect, useRef, useState } from "react";
import { dropDraft, type KeptDraft, readDraft, writeDraft } from "@/lib/change-draft";
import type { Draft } from "./change";
import { type DraftAction, reduceDraft } from "./draftReducer";

/** Milliseconds that another tab has to answer. */
const PATIENCE = 200;

type Message = { asks: number } | { sent: number } | { draft: KeptDraft<Draft> };

/**
 * What was typed, kept through refresh, Back and Forward. A new tab asks this browser's other tabs for what was begun
 * there (`asking`, for a moment); once it is sent in one of them, none keeps it.
 */
export function useDraft(owner: number, day: string, empty: Draft) {
  const [draft, setDraft] = useState<Draft>(() => ({ ...empty, ...readDraft<Draft>(owner, day) }));
  const [asking, setAsking] = useState(draft.answers.event === "" && typeof BroadcastChannel !== "undefined");
  const channel = useRef<BroadcastChannel | null>(null);
  const latest = useRef(draft);

  const dispatch = useCallback(
    (action: DraftAction) => {
      latest.current = reduceDraft(latest.current, action);
      writeDraft({ owner, day, content: latest.current });
      setDraft(latest.current);
    },
    [owner, day],
  );
  const forget = useCallback(() => {
    dropDraft();
    channel.current?.postMessage({ sent: owner } satisfies Message);
  }, [owner]);

  useEffect(() => {
    if (typeof BroadcastChannel === "undefined") return;
    const tabs = new BroadcastChannel("planfront-change");
    channel.current = tabs;
    tabs.onmessage = ({ data }: MessageEvent<Message>) => {
      const begun = latest.current.answers.event !== "";
      if ("asks" in data && data.asks === owner && begun) {
        tabs.postMessage({ draft: { owner, day, content: latest.current } } satisfies Message);
      }
      if ("sent" in data && data.sent === owner) {
        latest.current = empty;
        dropDraft();
        setDraft(empty);
      }
      if ("draft" in data && data.draft.owner === owner && data.draft.day === day && !begun) {
        dispatch({ type: "restore", draft: { ...empty, ...data.draft.content } });
        setAsking(false);
      }
    };
    if (latest.current.answers.event === "") tabs.postMessage({ asks: owner } satisfies Message);
    const patience = setTimeout(() => setAsking(false), PATIENCE);
    return () => {
      clearTimeout(patience);
      tabs.close();
    };
  }, [owner, day, empty, dispatch]);

  return { draft, asking, dispatch, forget };
}

import { useCallback, useEffect, useRef, useState } from "react";
import { dropDraft, type KeptDraft, readDraft, writeDraft } from "@/lib/change-draft";
import type { Draft } from "./change";

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

  const set = useCallback(
    (change: (before: Draft) => Draft) => {
      latest.current = change(latest.current);
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
    const opened = new BroadcastChannel("planfront-change");
    channel.current = opened;
    opened.onmessage = ({ data }: MessageEvent<Message>) => {
      const begun = latest.current.answers.event !== "";
      if ("asks" in data && data.asks === owner && begun) {
        opened.postMessage({ draft: { owner, day, content: latest.current } } satisfies Message);
      }
      if ("sent" in data && data.sent === owner) {
        latest.current = empty;
        dropDraft();
        setDraft(empty);
      }
      if ("draft" in data && data.draft.owner === owner && data.draft.day === day && !begun) {
        set(() => ({ ...empty, ...data.draft.content }));
        setAsking(false);
      }
    };
    if (latest.current.answers.event === "") opened.postMessage({ asks: owner } satisfies Message);
    const patience = setTimeout(() => setAsking(false), PATIENCE);
    return () => {
      clearTimeout(patience);
      opened.close();
    };
  }, [owner, day, empty, set]);

  return { draft, asking, set, forget };
}

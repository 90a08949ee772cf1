import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import type { EventChoice } from "@/client";
import type { Draft } from "./change";

/** A link may name the event, `?event=birth`: it is chosen once, and the address forgets it. */
export function useLinkedEvent(
  events: EventChoice[],
  chosen: string,
  set: (change: (before: Draft) => Draft) => void,
): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const key = new URLSearchParams(search).get("event");
  useEffect(() => {
    if (key === null) return;
    if (key !== chosen && events.some(({ key: known }) => known === key)) {
      set(({ answers }) => ({
        answers: { ...answers, event: key, opened: "" },
        left: [],
        days: {},
        plans: {},
        riders: {},
      }));
    }
    void navigate(pathname, { replace: true });
  }, [key, chosen, events, navigate, pathname, set]);
}

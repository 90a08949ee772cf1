import { useEffect, useLayoutEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import type { EventChoice } from "@/client";
import { type Draft, onlyWay } from "./change";

/**
 * A link may name the event, `?event=birth`: it is chosen once, before the first paint, so that nothing grows below it;
 * and the address forgets it.
 */
export function useLinkedEvent(
  events: EventChoice[],
  chosen: string,
  set: (change: (before: Draft) => Draft) => void,
): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const key = new URLSearchParams(search).get("event");
  useLayoutEffect(() => {
    const event = events.find((choice) => choice.key === key);
    if (event && event.key !== chosen) {
      set(({ answers }) => ({
        answers: { ...answers, event: event.key, opened: onlyWay(event) },
        left: [],
        days: {},
        plans: {},
        riders: {},
      }));
    }
  }, [key, chosen, events, set]);
  useEffect(() => {
    if (key !== null) void navigate(pathname, { replace: true });
  }, [key, navigate, pathname]);
}

import { useEffect, useLayoutEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import type { EventChoice } from "@/client";
import type { Draft } from "./change";

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
    if (key !== null && key !== chosen && events.some(({ key: known }) => known === key)) {
      set(({ answers }) => ({
        answers: { ...answers, event: key, opened: "" },
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

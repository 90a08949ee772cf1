import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import type { EventChoice } from "@/client";
import type { Draft } from "./change";

/** A link may name the event, `?event=birth`: it is chosen once, and the address forgets it. */
export function useAskedEvent(
  events: EventChoice[],
  chosen: string,
  set: (change: (before: Draft) => Draft) => void,
): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const asked = new URLSearchParams(search).get("event");
  useEffect(() => {
    if (asked === null) return;
    if (asked !== chosen && events.some((event) => event.key === asked)) {
      set(({ answers }) => ({
        answers: { ...answers, event: asked, opened: "" },
        left: [],
        days: {},
        plans: {},
        riders: {},
      }));
    }
    void navigate(pathname, { replace: true });
  }, [asked, chosen, events, navigate, pathname, set]);
}

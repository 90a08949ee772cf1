import { useEffect, useLayoutEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import type { EventChoice } from "@/client";
import type { DraftAction } from "./draftReducer";

/** What the address's history remembers of an event that was chosen on the page before: it isn't asked again. */
export const CHOSEN = { chosen: true };

/**
 * A link may name the event, `?event=birth`: it is chosen once, before the first paint, so that nothing grows below it;
 * and the address forgets it. Returns whether that is under way.
 */
export function useLinkedEvent(
  events: EventChoice[],
  chosen: string,
  dispatch: (action: DraftAction) => void,
): boolean {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const key = new URLSearchParams(search).get("event");
  useLayoutEffect(() => {
    const event = events.find((choice) => choice.key === key);
    if (event && event.key !== chosen) dispatch({ type: "event", event });
  }, [key, chosen, events, dispatch]);
  useEffect(() => {
    if (key !== null) void navigate(pathname, { replace: true, state: CHOSEN });
  }, [key, navigate, pathname]);
  return key !== null;
}

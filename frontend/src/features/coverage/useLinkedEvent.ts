import { useEffect, useLayoutEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import type { EventChoice } from "@/client";
import type { DraftAction } from "./draftReducer";

/**
 * A link may name the event, `?event=birth`: it is chosen once, before the first paint, so that nothing grows below it;
 * and the address forgets it.
 */
export function useLinkedEvent(
  events: EventChoice[],
  chosen: string,
  dispatch: (action: DraftAction) => void,
): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const key = new URLSearchParams(search).get("event");
  useLayoutEffect(() => {
    const event = events.find((choice) => choice.key === key);
    if (event && event.key !== chosen) dispatch({ type: "event", event });
  }, [key, chosen, events, dispatch]);
  useEffect(() => {
    if (key !== null) void navigate(pathname, { replace: true });
  }, [key, navigate, pathname]);
}

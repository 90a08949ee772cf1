import { useCallback, useLayoutEffect, useRef } from "react";

/** The same function at each render, which does what the newest render says: for rows kept by `memo`. */
export function useStable<Args extends unknown[], Answer>(act: (...args: Args) => Answer) {
  const newest = useRef(act);
  useLayoutEffect(() => {
    newest.current = act;
  });
  return useCallback((...args: Args): Answer => newest.current(...args), []);
}

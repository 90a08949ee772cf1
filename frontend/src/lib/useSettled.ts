import { useEffect, useState } from "react";

/** Return the text once typing pauses, since keys may come faster than answers. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), 250);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

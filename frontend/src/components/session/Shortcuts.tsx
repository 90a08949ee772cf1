import { useEffect } from "react";
import { openOverlay } from "@/lib/overlays";

/** Return whether what is typed goes into a field. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input, textarea, select, [role='combobox']"));

/** Opens the search with Ctrl-K, Cmd-K or "/", and the list of keys with "?". In fields only Ctrl-K and Cmd-K work. */
export default function Shortcuts() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || document.querySelector("dialog:modal")) return;
      const command = event.ctrlKey || event.metaKey;
      const search = command ? event.key.toLowerCase() === "k" && !event.shiftKey : event.key === "/";
      if (!search && (command || event.key !== "?")) return;
      if (!command && isTyping(event.target)) return;
      event.preventDefault();
      openOverlay(search ? "palette" : "keys");
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return null;
}

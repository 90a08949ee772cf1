import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { onAnnounce } from "@/lib/announce";

const LASTS_MS = 7_000;

/** Mounted once by the app; see lib/announce. */
export function LiveRegion() {
  const [text, setText] = useState("");
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the last page's message would be wrong on the next
  useEffect(() => setText(""), [pathname]);
  // A message is read as it comes.
  useEffect(() => {
    const timer = text ? setTimeout(() => setText(""), LASTS_MS) : undefined;
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(
    () =>
      onAnnounce((message) => {
        setText("");
        requestAnimationFrame(() => setText(message));
      }),
    [],
  );
  return (
    <div className="sr" role="status">
      {text}
    </div>
  );
}

import { useEffect, useState } from "react";
import { onAnnounce } from "@/lib/announce";

const LASTS_MS = 7_000;

/** Mounted once by the app; see lib/announce. */
export function LiveRegion() {
  const [text, setText] = useState("");
  // A message is read as it comes; on the next page it would be wrong.
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

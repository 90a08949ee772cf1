import { useEffect, useState } from "react";
import { onAnnounce } from "@/lib/announce";

/** Mounted once by the app; see lib/announce. */
export function LiveRegion() {
  const [text, setText] = useState("");
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

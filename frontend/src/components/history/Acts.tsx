import type { ActOut } from "@/client";
import s from "./History.module.css";

const shown = (iso: string): string =>
  new Intl.DateTimeFormat(`${document.documentElement.lang}-US`, {
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  }).format(new Date(iso));

/** Who did what to an application and when, the latest first. */
export function Acts({ acts }: { acts: ActOut[] }) {
  return (
    <ol className={s.history}>
      {acts.map((act) => (
        <li key={`${act.at}-${act.text}`}>
          <p>{act.text}</p>
          <span>
            {act.who === act.role ? act.who : `${act.who}, ${act.role}`} ·{" "}
            <time dateTime={act.at}>{shown(act.at)}</time>
          </span>
        </li>
      ))}
    </ol>
  );
}

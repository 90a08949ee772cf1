import type { ActOut } from "@/client";
import { formatMoment } from "@/lib/dates";
import s from "./ActivityList.module.css";

/** The actions on an application with person and time, newest first. */
export function ActivityList({ acts }: { acts: ActOut[] }) {
  return (
    <ol className={s.history}>
      {acts.map((act) => (
        <li key={`${act.at}-${act.text}`}>
          <p>{act.text}</p>
          <span>
            {act.who === act.role ? act.who : `${act.who}, ${act.role}`} ·{" "}
            <time dateTime={act.at}>{formatMoment(new Date(act.at), document.documentElement.lang)}</time>
          </span>
        </li>
      ))}
    </ol>
  );
}

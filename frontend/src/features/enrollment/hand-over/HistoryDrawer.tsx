import { Trans } from "@lingui/react/macro";
import type { Standing } from "@/client";
import { Drawer } from "@/components/ui/Drawer";
import s from "./HandOver.module.css";

const shown = (iso: string): string =>
  new Intl.DateTimeFormat(document.documentElement.lang, {
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  }).format(new Date(iso));

/** Who did what, the same for both sides. */
export function HistoryDrawer({ standing, onClose }: { standing: Standing; onClose: () => void }) {
  return (
    <Drawer title={<Trans>What happened</Trans>} onClose={onClose}>
      <ol className={s.history}>
        {standing.history.map((act) => (
          <li key={`${act.at}-${act.text}`}>
            <p>{act.text}</p>
            <span>
              {act.who === act.role ? act.who : `${act.who}, ${act.role}`} ·{" "}
              <time dateTime={act.at}>{shown(act.at)}</time>
            </span>
          </li>
        ))}
      </ol>
    </Drawer>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import type { LeadDetail } from "@/client";
import { Icon, type IconName } from "@/components/ui/Icon";
import { formatMoment } from "@/lib/dates";
import s from "./Lead.module.css";

type Event = LeadDetail["events"][number];

const ICONS: Record<Event["kind"], IconName> = {
  chat: "chat",
  added: "plus",
  finished: "chat",
  priced: "search",
  filled: "cart",
  started: "document",
  sent: "send",
  opened: "eye",
  enrolled: "ok",
};

function useEventWords(): Record<Event["kind"], string> {
  const { t } = useLingui();
  return {
    chat: t`Began to chat`,
    added: t`Added by hand`,
    finished: t`Finished the chat`,
    priced: t`Priced plans in your store`,
    filled: t`Filled a cart`,
    started: t`Quote started`,
    sent: t`Quote sent`,
    opened: t`Opened the quote`,
    enrolled: t`Enrolled`,
  };
}

/** What happened, newest first. */
export function History({ lead }: { lead: LeadDetail }) {
  const { i18n } = useLingui();
  const words = useEventWords();
  return (
    <section aria-labelledby="lead-history">
      <h2 id="lead-history" className={s.subHead}>
        <Trans>History</Trans>
      </h2>
      <ol className={s.events}>
        {lead.events.map((event) => (
          <li key={`${event.kind} ${event.at}`}>
            <Icon name={ICONS[event.kind]} />
            <span>
              <b>{words[event.kind]}</b>
              <small className="num">
                <time dateTime={event.at}>{formatMoment(new Date(event.at), i18n.locale)}</time>
                {event.detail && <> · {event.detail}</>}
              </small>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

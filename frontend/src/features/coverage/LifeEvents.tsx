import { Trans, useLingui } from "@lingui/react/macro";
import { Folder } from "@/components/ui/Card";
import { Icon, type IconName } from "@/components/ui/Icon";
import { Link } from "@/lib/router";
import s from "./LifeEvents.module.css";
import { useLifeEvents } from "./reads";

/** The most common life events, likeliest first, with pictures. Others are in the wizard. */
const LIKELY: Record<string, IconName> = {
  birth: "baby",
  marriage: "rings",
  divorce: "split",
  move: "truck",
  "coverage-lost": "shield",
  adoption: "heart",
  "coverage-gained": "ok",
};
const SHOWN = 6;

/** The likely changes of a life as links into the wizard, where the event is chosen already. */
export function LifeEvents() {
  const { t } = useLingui();
  const { data: events = [] } = useLifeEvents();
  const likely = Object.keys(LIKELY)
    .flatMap((key) => events.filter((event) => event.key === key))
    .slice(0, SHOWN);
  return (
    <Folder
      tab={
        <>
          <Icon name="edit" size="sm" />
          <Trans>Something changed</Trans>
        </>
      }
      className={s.folder}
      labelledBy="life-events"
    >
      <div className={s.head}>
        <h2 id="life-events">
          <Trans>Something changed in my life</Trans>
        </h2>
        <p className="small">
          <Trans>
            Most changes have a last day to tell us. You see the new price before anything is sent.
          </Trans>
        </p>
      </div>
      <ul className={s.list} aria-label={t`What happened`}>
        {likely.map((event) => (
          <li key={event.key}>
            <Link to={`/coverage/change/what?event=${encodeURIComponent(event.key)}`}>
              <Icon name={LIKELY[event.key] ?? "edit"} />
              {event.name}
              <Icon name="chevron" size="sm" />
            </Link>
          </li>
        ))}
        <li>
          <Link to="/coverage/change/death">
            <Icon name="leaf" />
            <Trans>Tell us about a death</Trans>
            <Icon name="chevron" size="sm" />
          </Link>
        </li>
        <li>
          <Link to="/coverage/change">
            <Trans>Something else, or not sure</Trans>
            <Icon name="chevron" size="sm" />
          </Link>
        </li>
      </ul>
    </Folder>
  );
}

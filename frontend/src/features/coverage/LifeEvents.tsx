import { Trans } from "@lingui/react/macro";
import { Icon, type IconName } from "@/components/ui/Icon";
import { HelpLink } from "@/components/work/HelpLink";
import { Link } from "@/lib/router";
import s from "./LifeEvents.module.css";
import { MOVE } from "./MoveForm";
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
const SHOWN = 5;
const pathOf = (key: string) =>
  key === MOVE ? "/coverage/details#move" : `/coverage/change/who?event=${encodeURIComponent(key)}`;

/** The likely changes of a life as links; the event that is chosen here isn't asked again. */
export function LifeEvents() {
  const { data: events = [] } = useLifeEvents();
  const likely = Object.keys(LIKELY)
    .flatMap((key) => events.filter((event) => event.key === key))
    .slice(0, SHOWN);
  return (
    <section aria-labelledby="life-events" className={s.section}>
      <h2 id="life-events">
        <Trans>Tell us about a change</Trans>
      </h2>
      <p className="small">
        <Trans>Most changes have a deadline. You'll see the new price before anything is sent.</Trans>
      </p>
      <ul className={s.list} aria-labelledby="life-events">
        {likely.map((event) => (
          <li key={event.key}>
            <Link to={pathOf(event.key)}>
              <span className={s.picture}>
                <Icon name={LIKELY[event.key] ?? "edit"} />
              </span>
              {event.name}
            </Link>
          </li>
        ))}
        <li>
          <Link to="/coverage/change/death">
            <span className={s.picture}>
              <Icon name="leaf" />
            </span>
            <Trans>A death in the family</Trans>
          </Link>
        </li>
      </ul>
      <p className={s.more}>
        <Link to="/coverage/change">
          <Trans>Something else, or not sure</Trans>
        </Link>
        <HelpLink topic="life">
          <Trans>Help with changes</Trans>
        </HelpLink>
      </p>
    </section>
  );
}

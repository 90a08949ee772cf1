import { Trans, useLingui } from "@lingui/react/macro";
import type { LeadDetail } from "@/client";
import { Avatar } from "@/components/ui/Avatar";
import { Panel } from "@/components/ui/Card";
import { Icon } from "@/components/ui/Icon";
import { formatMoment } from "@/lib/dates";
import s from "./Lead.module.css";

/** What they need: their own words first, then what they answered in the chat. */
export function Needs({ lead }: { lead: LeadDetail }) {
  const { t, i18n } = useLingui();
  const labels: Record<string, string> = { covered: t`For`, wanted: t`Wants` };
  const at = formatMoment(new Date(lead.began_at), i18n.locale);
  const { added_by: rep } = lead;
  return (
    <Panel
      titleId="lead-need"
      title={<Trans>What they need</Trans>}
      aside={
        <span className="small mute num">
          {rep ? (
            <Trans>
              Added by {rep}, {at}
            </Trans>
          ) : (
            <Trans>From the chat, {at}</Trans>
          )}
        </span>
      }
    >
      <div className={s.body}>
        {lead.words &&
          (rep ? <p>{lead.words}</p> : <blockquote className={s.words}>“{lead.words}”</blockquote>)}
        <dl className={s.need}>
          {lead.needs.map((need) => (
            <div key={need.question}>
              <dt>{labels[need.fact] ?? need.question}</dt>
              <dd>{need.answer}</dd>
            </div>
          ))}
          <div>
            <dt>
              <Trans>Language</Trans>
            </dt>
            <dd>{lead.language === "es" ? t`Spanish` : t`English`}</dd>
          </div>
        </dl>
      </div>
    </Panel>
  );
}

type Relation = LeadDetail["household"][number];

function Line({ person, name }: { person: Relation; name: string }) {
  const { t } = useLingui();
  const { age, born, count, kind } = person;
  const titles = { self: name, spouse: t`Spouse`, children: t`Children` };
  return (
    <li>
      {kind === "self" && name ? (
        <Avatar name={name} size="sm" />
      ) : (
        <Icon name={kind === "self" ? "user" : "users"} />
      )}
      <span>
        <b>{titles[kind] || t`This person`}</b>
        <small className="num">
          {kind === "children" ? (
            count
          ) : (
            <Trans>
              {age}, born {born}
            </Trans>
          )}
        </small>
      </span>
    </li>
  );
}

/** The people to be covered, as far as they are known. */
export function Household({ lead }: { lead: LeadDetail }) {
  if (lead.household.length === 0) return null;
  return (
    <Panel titleId="lead-household" title={<Trans>Household</Trans>}>
      <ul className={s.people}>
        {lead.household.map((person) => (
          <Line key={person.kind} person={person} name={lead.name.split(" ")[0] ?? ""} />
        ))}
      </ul>
    </Panel>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import type { LeadDetail } from "@/client";
import { Panel } from "@/components/ui/Card";
import { Disclosure } from "@/components/ui/Disclosure";
import { Icon } from "@/components/ui/Icon";
import { HelpLink } from "@/components/work/HelpLink";
import { cx } from "@/lib/cx";
import { formatMoment } from "@/lib/dates";
import s from "./Lead.module.css";

type Consent = LeadDetail["consents"][number];

function Channel({ consent, rep }: { consent: Consent; rep: string }) {
  const { t, i18n } = useLingui();
  const moment = (at: string) => formatMoment(new Date(at), i18n.locale);
  const given = consent.at && moment(consent.at);
  const ended = consent.ended_at && moment(consent.ended_at);
  const titles = consent.given
    ? { phone: t`Calls and texts: yes`, email: t`Email: yes` }
    : { phone: t`Calls and texts: no`, email: t`Email: no` };
  return (
    <li className={cx(!consent.given && s.no)}>
      <Icon name={consent.given ? "check" : "close"} />
      <span>
        <b>{titles[consent.purpose]}</b>
        <small className="num">
          {consent.given && !consent.told && <Trans>Given {given} in the chat</Trans>}
          {consent.given && consent.told && <Trans>Told a rep, {given}</Trans>}
          {!consent.given && ended && <Trans>Taken back {ended}</Trans>}
          {!consent.given && !ended && consent.purpose === "phone" && <Trans>Don't call or text</Trans>}
          {!consent.given && !ended && consent.purpose === "email" && !rep && (
            <Trans>Not agreed to in the chat</Trans>
          )}
          {!consent.given && !ended && consent.purpose === "email" && rep && (
            <Trans>No consent on record</Trans>
          )}
        </small>
      </span>
    </li>
  );
}

function Hours({ lead }: { lead: LeadDetail }) {
  const { call, city } = lead;
  if (call.state !== "ok" && call.state !== "late") return null;
  return (
    <li className={cx(call.state === "late" && s.no)}>
      <Icon name="clock" />
      <span>
        <b>{call.state === "ok" ? <Trans>OK to call now</Trans> : <Trans>Don't call now</Trans>}</b>
        <small className="num">
          {call.local_time && city ? (
            <Trans>
              It's {call.local_time} in {city}. Hours are 8 AM to 9 PM.
            </Trans>
          ) : (
            <Trans>Hours are 8 AM to 9 PM where they live. We don't know where that is.</Trans>
          )}
        </small>
      </span>
    </li>
  );
}

/** What they agreed to, as it was shown, and whether a call is allowed now. */
export function Consents({ lead }: { lead: LeadDetail }) {
  const texts = lead.consents.filter((consent) => consent.text);
  return (
    <Panel
      titleId="lead-consent"
      title={<Trans>Consent</Trans>}
      aside={
        <HelpLink topic="consent">
          <Trans>Help with consent</Trans>
        </HelpLink>
      }
    >
      <ul className={s.consents}>
        {lead.consents.map((consent) => (
          <Channel key={consent.purpose} consent={consent} rep={lead.added_by} />
        ))}
        <Hours lead={lead} />
      </ul>
      {texts.length > 0 && (
        <div className={s.agreed}>
          <Disclosure summary={<Trans>Read what they agreed to</Trans>}>
            {texts.map((consent) => (
              <p key={consent.purpose} className="small">
                {consent.text}
              </p>
            ))}
          </Disclosure>
        </div>
      )}
    </Panel>
  );
}

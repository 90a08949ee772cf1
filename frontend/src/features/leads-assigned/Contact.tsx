import { Trans, useLingui } from "@lingui/react/macro";
import type { LeadItem } from "@/client";
import { ButtonAnchor } from "@/components/ui/Button";
import s from "./Lead.module.css";

interface ContactProps {
  lead: LeadItem;
  /** In a list: the number isn't said again. */
  brief?: boolean;
  onCalled?: () => void;
}

/** Calls the person, or says why that isn't allowed now. */
export function Call({ lead, brief, onCalled }: ContactProps) {
  const { t } = useLingui();
  const { call, city, phone, title } = lead;
  if (call.state === "none") return null;
  if (call.state === "refused")
    return (
      <span className={s.refused}>
        {lead.added_by ? <Trans>No consent to calls</Trans> : <Trans>Didn't agree to calls</Trans>}
      </span>
    );
  if (call.state === "late")
    return (
      <span className={s.refused}>
        {call.local_time && city ? (
          <Trans>
            {call.local_time} in {city}: call from 8 AM to 9 PM
          </Trans>
        ) : (
          <Trans>Call from 8 AM to 9 PM their time</Trans>
        )}
      </span>
    );
  return (
    <ButtonAnchor
      icon="phone"
      size={brief ? "sm" : undefined}
      tone={brief ? "secondary" : "primary"}
      href={`tel:+1${phone.replace(/\D/g, "")}`}
      aria-label={t`Call ${title}, ${phone}`}
      onClick={onCalled}
    >
      {brief ? <Trans>Call</Trans> : <Trans>Call {phone}</Trans>}
    </ButtonAnchor>
  );
}

/** Writes to the person; the solid button where nobody may call them. */
export function Email({ lead }: { lead: LeadItem }) {
  const { t } = useLingui();
  const { call, email, title } = lead;
  if (!email) return null;
  return (
    <ButtonAnchor
      icon="mail"
      tone={call.state === "none" || call.state === "refused" ? "primary" : "secondary"}
      href={`mailto:${email}`}
      aria-label={t`Email ${title}`}
    >
      <Trans>Email</Trans>
    </ButtonAnchor>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { Badge } from "@/components/ui/Badge";
import { ButtonLink } from "@/components/ui/Button";
import { Facts } from "@/components/ui/Facts";
import { Icon } from "@/components/ui/Icon";
import { money } from "@/lib/format";
import s from "./Coverage.module.css";
import type { PolicySummary } from "./reads";

export const TONES = {
  pending: "warn",
  accepted: "ok",
  active: "ok",
  ended: "bad",
  cancelled: "bad",
} as const;

/** A policy in the list of My benefits: state, days, who is covered, price, documents. */
export function PlanItem({ policy }: { policy: PolicySummary }) {
  const { t } = useLingui();
  const over = policy.state === "ended" || policy.state === "cancelled";
  const names = over ? "" : policy.people.map((person) => person.first_name).join(", ");
  const monthly = policy.monthly && money(policy.monthly);
  return (
    <li className={s.plan}>
      <div className={s.head}>
        <h3>{policy.plan}</h3>
        <Badge tone={TONES[policy.state]}>{policy.state_text}</Badge>
      </div>
      <Facts>
        <Trans>Policy {policy.number}</Trans>
        <Trans>Effective {policy.starts_on}</Trans>
        {policy.ends_on && <Trans>Until {policy.ends_on}</Trans>}
        {names && <Trans>Covers {names}</Trans>}
        {monthly && <Trans>{monthly} a month</Trans>}
      </Facts>
      <div className={s.links}>
        <ButtonLink
          size="sm"
          tone="quiet"
          to={`/coverage/policies/${encodeURIComponent(policy.number)}`}
          aria-label={t`Policy and history of ${policy.plan}`}
        >
          <Trans>Policy and history</Trans>
        </ButtonLink>
        {policy.documents.map((entry) => (
          <a key={entry.url} href={entry.url} target="_blank" rel="noreferrer">
            <Icon name="document" size="sm" />
            {entry.title}
          </a>
        ))}
      </div>
    </li>
  );
}
